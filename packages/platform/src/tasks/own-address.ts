import { networkInterfaces } from 'node:os'

/** The IP address of this machine: the first that others can reach, IPv4 before IPv6, else the loopback. */
export function ownAddress(): string {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
  const best = outer.find(({ family }) => family === 'IPv4') ?? outer[0]
  return best?.address ?? '127.0.0.1'
}
