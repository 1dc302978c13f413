/** An address without user, password and parameters, for messages: protocol, host, port and path. */
export function toPublicUrl(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
