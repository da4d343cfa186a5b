// SPDX-License-Identifier: GPL-2.0
/*
 * A PWM chip without hardware, for Linux 6.1: it keeps what the PWM core applies to its channels, and shows it in
 * /sys/devices/platform/pwm-sim:
 *
 *   state   one line a channel:  0 applies=3 period=20000000 duty=8000000 polarity=normal enabled=1
 *   log     the newest applies:  81234567890 ch0 period=20000000 duty=8000000 pol=0 en=1
 *
 * Times are nanoseconds; a line of the log begins with CLOCK_MONOTONIC. An errno written into
 * /sys/module/pwm_sim/parameters/fail_apply is what each further apply fails with; 0 heals it.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/pwm.h>
#include <linux/slab.h>

#define CHANNELS 4
/* As many lines as surely fit into the one page that a file in sysfs has. */
#define LOG_ENTRIES 40

struct apply {
	u64 time;
	unsigned int channel;
	struct pwm_state state;
};

struct pwm_sim {
	struct pwm_chip chip;
	struct mutex lock;
	struct pwm_state current_state[CHANNELS];
	unsigned long applies[CHANNELS];
	struct apply log[LOG_ENTRIES];
	unsigned long logged;
};

static int fail_apply;

static int set_fail_apply(const char *text, const struct kernel_param *param)
{
	int error, code;

	error = kstrtoint(text, 0, &code);
	if (error)
		return error;
	if (code < 0 || code > MAX_ERRNO)
		return -ERANGE;
	WRITE_ONCE(fail_apply, code);
	return 0;
}

static const struct kernel_param_ops fail_apply_ops = {
	.set = set_fail_apply,
	.get = param_get_int,
};
module_param_cb(fail_apply, &fail_apply_ops, &fail_apply, 0644);
MODULE_PARM_DESC(fail_apply, "errno that apply fails with; 0: it works");

static struct pwm_sim *sim_of(struct pwm_chip *chip)
{
	return container_of(chip, struct pwm_sim, chip);
}

static int pwm_sim_apply(struct pwm_chip *chip, struct pwm_device *pwm, const struct pwm_state *state)
{
	struct pwm_sim *sim = sim_of(chip);
	int code = READ_ONCE(fail_apply);
	struct apply *entry;

	if (code)
		return -code;

	mutex_lock(&sim->lock);
	sim->current_state[pwm->hwpwm] = *state;
	sim->applies[pwm->hwpwm]++;
	entry = &sim->log[sim->logged++ % LOG_ENTRIES];
	entry->time = ktime_get_ns();
	entry->channel = pwm->hwpwm;
	entry->state = *state;
	mutex_unlock(&sim->lock);
	return 0;
}

static int pwm_sim_get_state(struct pwm_chip *chip, struct pwm_device *pwm, struct pwm_state *state)
{
	struct pwm_sim *sim = sim_of(chip);

	mutex_lock(&sim->lock);
	*state = sim->current_state[pwm->hwpwm];
	mutex_unlock(&sim->lock);
	return 0;
}

static const struct pwm_ops pwm_sim_ops = {
	.apply = pwm_sim_apply,
	.get_state = pwm_sim_get_state,
	.owner = THIS_MODULE,
};

static ssize_t state_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct pwm_sim *sim = dev_get_drvdata(dev);
	unsigned int channel;
	int length = 0;

	mutex_lock(&sim->lock);
	for (channel = 0; channel < CHANNELS; channel++) {
		const struct pwm_state *state = &sim->current_state[channel];

		length += sysfs_emit_at(page, length, "%u applies=%lu period=%llu duty=%llu polarity=%s enabled=%d\n",
					channel, sim->applies[channel], state->period, state->duty_cycle,
					state->polarity == PWM_POLARITY_INVERSED ? "inversed" : "normal", state->enabled);
	}
	mutex_unlock(&sim->lock);
	return length;
}
static DEVICE_ATTR_RO(state);

static ssize_t log_show(struct device *dev, struct device_attribute *attr, char *page)
{
	struct pwm_sim *sim = dev_get_drvdata(dev);
	unsigned long index;
	int length = 0;

	mutex_lock(&sim->lock);
	for (index = sim->logged - min(sim->logged, (unsigned long)LOG_ENTRIES); index < sim->logged; index++) {
		const struct apply *entry = &sim->log[index % LOG_ENTRIES];

		length += sysfs_emit_at(page, length, "%llu ch%u period=%llu duty=%llu pol=%d en=%d\n", entry->time,
					entry->channel, entry->state.period, entry->state.duty_cycle,
					entry->state.polarity, entry->state.enabled);
	}
	mutex_unlock(&sim->lock);
	return length;
}
static DEVICE_ATTR_RO(log);

static struct attribute *pwm_sim_attrs[] = {
	&dev_attr_state.attr,
	&dev_attr_log.attr,
	NULL,
};
ATTRIBUTE_GROUPS(pwm_sim);

static int pwm_sim_probe(struct platform_device *device)
{
	struct pwm_sim *sim = devm_kzalloc(&device->dev, sizeof(*sim), GFP_KERNEL);

	if (!sim)
		return -ENOMEM;
	mutex_init(&sim->lock);
	sim->chip.dev = &device->dev;
	sim->chip.ops = &pwm_sim_ops;
	sim->chip.npwm = CHANNELS;
	platform_set_drvdata(device, sim);
	return devm_pwmchip_add(&device->dev, &sim->chip);
}

static struct platform_driver pwm_sim_driver = {
	.probe = pwm_sim_probe,
	.driver = {
		.name = "pwm-sim",
		.dev_groups = pwm_sim_groups,
	},
};

static struct platform_device *pwm_sim_device;

static int __init pwm_sim_init(void)
{
	int error = platform_driver_register(&pwm_sim_driver);

	if (error)
		return error;
	pwm_sim_device = platform_device_register_simple("pwm-sim", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(pwm_sim_device)) {
		platform_driver_unregister(&pwm_sim_driver);
		return PTR_ERR(pwm_sim_device);
	}
	return 0;
}

static void __exit pwm_sim_exit(void)
{
	platform_device_unregister(pwm_sim_device);
	platform_driver_unregister(&pwm_sim_driver);
}

module_init(pwm_sim_init);
module_exit(pwm_sim_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A PWM chip without hardware");
