// A plugin for qemu's Raspberry Pi 4: where that model has no part, nothing answers, and the kernel stops at the first driver
// that reads or writes there (PWM, HDMI). With this, reads there give 0 and writes go nowhere, as on qemu's Pi 3. What the
// model has comes first. Built by board/emulated-pi/run, for Debian 13's qemu.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Debian's qemu exports these to its modules, and has no header for them. Devices and regions are only passed on.
void *qdev_new(const char *type);
void qdev_prop_set_string(void *device, const char *name, const char *value);
void qdev_prop_set_uint64(void *device, const char *name, uint64_t value);
bool sysbus_realize_and_unref(void *device, void **error);
void sysbus_mmio_map_overlap(void *device, int region, uint64_t address, int priority);
// As in qemu-plugin.h.
void qemu_plugin_register_vcpu_init_cb(uint64_t plugin, void (*call)(uint64_t plugin, unsigned processor));
int qemu_plugin_version = 4;
int qemu_plugin_install(uint64_t plugin, const void *machine, int count, char **arguments);

// The BCM2711's peripherals, up to those of the processor (BCM2711 ARM Peripherals, 1.2.4).
static const uint64_t start = 0xfc000000, end = 0xff800000;
// Below -1000, which qemu gives to parts that it knows of and does not model.
static const int lowest = -2000;

// A machine can be added to when it has been begun: with its first processor.
static void fill(uint64_t plugin, unsigned processor) {
    (void)plugin;
    if (processor != 0) return;
    void *device = qdev_new("unimplemented-device");
    qdev_prop_set_string(device, "name", "unmodelled");
    qdev_prop_set_uint64(device, "size", end - start);
    sysbus_realize_and_unref(device, NULL);
    sysbus_mmio_map_overlap(device, 0, start, lowest);
}

int qemu_plugin_install(uint64_t plugin, const void *machine, int count, char **arguments) {
    (void)machine, (void)count, (void)arguments;
    qemu_plugin_register_vcpu_init_cb(plugin, fill);
    return 0;
}
