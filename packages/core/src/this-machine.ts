/** The names of this machine for itself, with any port. A name server cannot make an address mean another machine. */
const NAMES = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Whether the header `Host` of a request names this machine. The connection does not tell: the page of any site can have
 * a name that its name server changes to 127.0.0.1 ("DNS rebinding"), and then its requests come from this machine.
 */
export function isHostOfThisMachine(host: string | undefined): boolean {
  return host !== undefined && NAMES.test(host)
}

/** Whether the header `Origin` of a request names a page of this machine, or there is none: then no page sends it. */
export function isOriginOfThisMachine(origin: string | undefined): boolean {
  return origin === undefined || NAMES.test(origin.replace(/^https?:\/\//i, ''))
}
