"""Reads entries in the native protocol of systemd's journal from a socket, and prints each as JSON.

https://systemd.io/JOURNAL_NATIVE_PROTOCOL/
"""

import json
import re
import socket
import struct
import sys

NAME = re.compile(rb"[A-Z][A-Z0-9_]{0,63}")


def fields_of(datagram):
    fields, at = {}, 0
    while at < len(datagram):
        end = datagram.index(b"\n", at)
        name, sign, value = datagram[at:end].partition(b"=")
        at = end + 1
        if not sign:
            (length,) = struct.unpack_from("<Q", datagram, at)
            value = datagram[at + 8 : at + 8 + length]
            at += 8 + length
            if datagram[at : at + 1] != b"\n":
                raise ValueError(f"no line end after {name}")
            at += 1
        if not NAME.fullmatch(name) or name.decode() in fields:
            raise ValueError(f"the name {name}")
        fields[name.decode()] = value.decode()
    return fields


def main():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as journal:
        journal.bind(sys.argv[1])
        print("ready", flush=True)
        while True:
            print(json.dumps(fields_of(journal.recv(1 << 20))), flush=True)


main()
