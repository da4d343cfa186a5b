import Boards
import Control

extension Topic {
  static let board = Topic(
    name: "board", about: "the board file: which devices there are, and how they are reached",
    sections: [
      Section(
        "THE BOARD FILE",
        .text(
          """
          /etc/rouse/board.json5 is JSON5: comments, names without quotes and trailing commas are allowed. A device that \
          is left out is not fitted; buzzer or speaker has to be there. A key that is not known is refused. After a \
          change: `sudo systemctl restart rouse`, then `rouse doctor`. `board/` of the sources has a file for each board \
          that is known.
          """),
        .lines([
          "{", "  name: \"Raspberry Pi 4\",", "  buzzer: { driver: \"gpio\", chip: \"pinctrl-bcm2711\", line: 17 },",
          "  speaker: { driver: \"alsa\", card: \"any\" },", "  camera: { driver: \"v4l2\", camera: \"any\" },", "}",
        ]),
        .terms([
          Term("name", "what the board is called; the only key that is no device"),
          Term("buzzer, lamp", "driver `gpio`, `pwm` or `mock`"), Term("vibration", "the same; a motor"),
          Term("speaker", "driver `alsa` or `mock`"), Term("display", "driver `ht16k33`, `tm1637` or `mock`"),
          Term("camera", "driver `v4l2` or `mock`"), Term("light", "how light the room is: driver `iio` or `mock`"),
          Term("room", "how warm it is: driver `hwmon`, `iio` or `mock`"),
          Term("power", "whether the supply gives enough, and the processor stays cool: driver `hwmon` or `mock`"),
          Term("button", "driver `gpio` or `mock`; no alarm needs it, and none is ended by it"),
        ])),
      Section(
        "DRIVER gpio",
        .terms([
          Term("chip", "its label, which stays, as `gpiodetect` lists it"),
          Term("line", "a number, 0 to 511, or a name"),
          Term("activeLow", "true: on means a low level. Default: false."),
          Term("bias", "as-is, disabled, pull-up or pull-down. Default: as-is."),
        ])),
      Section(
        "DRIVER pwm",
        .terms([
          Term("device", "the chip's device, as `fe20c000.pwm`: where /sys/class/pwm/pwmchip0/device leads"),
          Term("channel", "0 to 63"),
          Term("frequency", "1 to 100000 Hz. Default: 2700 for a buzzer or a lamp, 1000 for a motor."),
        ])),
      Section(
        "A MOTOR",
        .terms([
          Term("duty", "the share of full power of `light`, `medium` and `strong`, rising"),
          Term("kickMilliseconds", "full power at the start from rest, 0 to 500. Default: 80."),
          Term("longestOnSeconds", "then it rests, 1 to 3600. Default: 60."),
          Term("dutyShare", "the share of the time it may run"),
        ])),
      Section(
        "DRIVER alsa",
        .terms([
          Term("card", "its name, as in `aplay -l`; `any`: the only USB sound card"),
          Term("mixer", "the control that an alarm sets, as `amixer scontrols` lists it; without it none is set"),
          Term("level", "where an alarm sets it, 1 to 100 per cent. Default: 100."),
        ])),
      Section(
        "DRIVER ht16k33",
        .terms([
          Term("bus", "as /dev/i2c-1"),
          Term("address", "0x70 to 0x77; two chips side by side: [0x70, 0x71], the left one first. Default: 0x70."),
        ])),
      Section(
        "DRIVER tm1637",
        .terms([
          Term("chip", "the GPIO chip of both lines"), Term("clock", "the line at CLK"),
          Term("data", "the line at DIO"),
          Term("order", "at which of its places each digit is. Default: in order, of six digits [3, 2, 1, 6, 5, 4]."),
        ])),
      Section(
        "A DISPLAY",
        .terms([
          Term("glyphs", "7-segment or 14-segment. Default: 7-segment."),
          Term("digits", "how many it has: 4, 6 or 8. Default: 4, of two chips 8."),
          Term("colons", "the digits that a colon stands behind, as [2], or []. Default: the usual ones."),
          Term("dots", "the digits that have a dot, as [1, 2, 3, 4]. Default: the usual ones."),
        ])),
      Section(
        "DRIVER v4l2",
        .terms([
          Term(
            "camera",
            "`any`, a USB identity as `046d:0825`, or a path as /dev/v4l/by-id/…, which must lead to a USB camera. "
              + "Cameras on the board's connector (CSI) and loopback devices are refused. Default: any.")
        ])),
      Section(
        "DRIVER iio, hwmon",
        .terms([
          Term(
            "device",
            "what the sensor's driver calls itself, as `grep . /sys/bus/iio/devices/*/name /sys/class/hwmon/*/name` lists "
              + "it. Default: `any` for light, `rpi_volt` for power; a room has none, as any could be the computer's own."
          )
        ])),
      Section(
        "A BUTTON",
        .terms([
          Term("debounceMilliseconds", "its contacts have to rest for so long, 1 to 500. Default: 20.")
        ])),
      Section(
        "A RASPBERRY PI",
        .text(
          """
          Its firmware has to be told of the pins, in \(PiBoard.configFile). `rouse doctor` gives the line for what is \
          missing there, and writes nothing itself. On a Raspberry Pi it looks at these, too:
          """),
        .terms([
          Term("power", "under-voltage, within the last two seconds; what was before is in `journalctl -k`"),
          Term("processor", "from 80 °C on it slows itself down, and from 85 °C on as far as it can"),
          Term("overlays", "lines that contradict each other: two of PWM, or PWM on the pins of I2S sound"),
          Term("audio", "the headphone jack, whose sound and the motor's PWM disturb each other"),
          Term("lines", "whether a GPIO line goes off when nobody holds it any more"),
          Term("clock", "time from the network, or from a clock chip"),
          Term("power-button", "of a Raspberry Pi 5: whether a short press is ignored"),
          Term("kernel", "the hardware watchdog, and whether systemd feeds it"),
          Term("disk", "errors of ext4, and the wear of an eMMC; of its wear a plain card tells nothing"),
        ])),
    ])
}
