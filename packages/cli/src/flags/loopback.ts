import { BlockList, isIP } from 'node:net'

/** Whether a host can only be this machine: `localhost`, an address in 127.0.0.0/8, or `::1`. */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase() === 'localhost'
  const loopbackAddresses = new BlockList()
  loopbackAddresses.addSubnet('127.0.0.0', 8)
  loopbackAddresses.addAddress('::1', 'ipv6')
  return loopbackAddresses.check(host, version === 6 ? 'ipv6' : 'ipv4')
}
