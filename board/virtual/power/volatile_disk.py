"""A disk with a write cache that forgets, for qemu, which reaches it over NBD on a Unix socket.

What the guest writes stays in the cache until the guest flushes it (NBD's doc/proto.md; the guest sees a virtio disk with
a write-back cache). The power goes at a write or flush: `stop_after`; nothing is answered from then on, and the machine is
to be killed. Of each block that was not flushed, chance keeps the old content or one of those written since, in no order.

A block is what the guest's file system (`BLOCK`) writes as one. Torn in itself, the commit block of ext4's journal stops the
mount ("journal transaction N is corrupt"): ext4 presumes of every disk that it does not do that. SQLite's pages are larger,
and are torn.
"""

import os
import socket
import struct
import threading

BLOCK = 1024
REQUEST_MAGIC, REPLY_MAGIC, OPTION_REPLY_MAGIC = 0x25609513, 0x67446698, 0x3E889045565A9
OPTION_EXPORT_NAME, OPTION_ABORT, OPTION_GO = 1, 2, 7
REPLY_ACK, REPLY_INFO, REPLY_UNSUPPORTED = 1, 3, 0x80000001
READ, WRITE, DISCONNECT, FLUSH = 0, 1, 2, 3
HAS_FLAGS, SEND_FLUSH, SEND_FUA = 1, 4, 8
FLAGS = HAS_FLAGS | SEND_FLUSH | SEND_FUA
FORCE_UNIT_ACCESS = 1
LIE = 6
EINVAL = 22


class VolatileDisk(threading.Thread):
    """Serves one machine, once. After `join`: `unflushed` blocks were in the cache at the cut, `kept` of them stayed."""

    def __init__(self, image, address, chance, is_lying=False):
        super().__init__(daemon=True)
        self.image = os.open(image, os.O_RDWR)
        self.size = os.fstat(self.image).st_size
        self.chance = chance
        # A lying disk claims a flush that it makes some flushes later: that promises break on it shows that losses are seen.
        self.delay = LIE if is_lying else 0
        self.flushes = 0
        self.cache = {}  # Of each block, the contents since the last flush, each with the number of flushes before it.
        self.unflushed = self.kept = 0
        self.requests_left = None
        self.stopped = threading.Event()
        self.error = None
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(address)
        self.listener.listen(1)

    def stop_after(self, requests):
        """The power goes before this many more writes and flushes are answered; `stopped` tells when."""
        self.requests_left = requests

    def run(self):
        try:
            self.wire, _ = self.listener.accept()
            self.listener.close()
            if self.negotiate() and self.serve():
                self.write_back()
            else:
                self.lose_power()
        except ConnectionError:
            self.lose_power()
        except Exception as error:  # Told by the main thread.
            self.error = error
        finally:
            os.close(self.image)

    def receive(self, count):
        parts = bytearray()
        while len(parts) < count:
            part = self.wire.recv(count - len(parts))
            if not part:
                raise ConnectionError
            parts += part
        return bytes(parts)

    def negotiate(self):
        self.wire.sendall(b"NBDMAGICIHAVEOPT" + struct.pack(">H", 3))
        self.receive(4)
        while True:
            _, option, length = struct.unpack(">QII", self.receive(16))
            self.receive(length)
            if option == OPTION_EXPORT_NAME:
                self.wire.sendall(struct.pack(">QH", self.size, FLAGS))
                return True
            if option == OPTION_GO:
                self.reply(option, REPLY_INFO, struct.pack(">HQH", 0, self.size, FLAGS))
                self.reply(option, REPLY_ACK)
                return True
            self.reply(option, REPLY_ACK if option == OPTION_ABORT else REPLY_UNSUPPORTED)
            if option == OPTION_ABORT:
                return False

    def reply(self, option, kind, data=b""):
        self.wire.sendall(struct.pack(">QIII", OPTION_REPLY_MAGIC, option, kind, len(data)) + data)

    def serve(self):
        """True when the machine has said goodbye."""
        while True:
            _, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", self.receive(28))
            data, error = b"", 0
            if kind == DISCONNECT:
                return True
            if kind == READ:
                data = self.read(offset, length)
            elif kind == WRITE:
                self.write(offset, self.receive(length))
                self.wear_down()
                if flags & FORCE_UNIT_ACCESS:
                    self.flush()
            elif kind == FLUSH:
                self.wear_down()
                self.flush()
            else:
                error = EINVAL
            self.wire.sendall(struct.pack(">IIQ", REPLY_MAGIC, error, handle) + data)

    def wear_down(self):
        if self.requests_left is None:
            return
        if self.requests_left > 0:
            self.requests_left -= 1
            return
        self.stopped.set()
        while True:
            self.receive(1)  # Until the machine is gone, which is thrown.

    def read(self, offset, length):
        # From the beginning of a block to the end of one, as the guest may look for less.
        before = offset % BLOCK
        data = bytearray(os.pread(self.image, -(-(before + length) // BLOCK) * BLOCK, offset - before))
        for at in range(0, len(data), BLOCK):
            versions = self.cache.get((offset - before + at) // BLOCK)
            if versions:
                data[at:at + BLOCK] = versions[-1][1]
        return bytes(data[before:before + length])

    def write(self, offset, data):
        assert offset % BLOCK == len(data) % BLOCK == 0, f"the guest writes blocks of {BLOCK} bytes"
        for at in range(0, len(data), BLOCK):
            self.cache.setdefault((offset + at) // BLOCK, []).append((self.flushes, data[at:at + BLOCK]))

    def flush(self):
        self.flushes += 1
        self.write_back(before=self.flushes - self.delay)

    def write_back(self, before=None):
        """Makes durable what was written before so many flushes; all, when not given."""
        for block, versions in list(self.cache.items()):
            old = [data for flushes, data in versions if before is None or flushes < before]
            if old:
                os.pwrite(self.image, old[-1], block * BLOCK)
            if len(old) == len(versions):
                del self.cache[block]
            else:
                self.cache[block] = versions[len(old):]

    def lose_power(self):
        # Some caches are written through at once, some hardly at all; most are in between.
        likelihood = self.chance.choice([0, 0.1, 0.5, 0.5, 0.9, 1])
        self.unflushed = len(self.cache)
        for block, versions in self.cache.items():
            if self.chance.random() < likelihood:
                os.pwrite(self.image, self.chance.choice(versions)[1], block * BLOCK)
                self.kept += 1
        self.cache.clear()
