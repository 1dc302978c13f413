import type { IncomingHttpHeaders } from 'node:http'
import { encodedBody } from '../errors.ts'

/** Throws `SERVER_UNSUPPORTED_MEDIA_TYPE` for a body that is compressed, or encoded in any other way. */
export function assertNotEncoded({ 'content-encoding': encoding }: IncomingHttpHeaders): void {
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding)) throw encodedBody(encoding)
}
