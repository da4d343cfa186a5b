// The SMBus calls of libi2c, and the request numbers of i2c-dev (I2C_SLAVE), which its header leaves out.
#include <linux/i2c-dev.h>
#include <i2c/smbus.h>
