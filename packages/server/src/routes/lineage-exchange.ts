import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LineageImport, Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  exportAnswers,
  exportQuery,
  importBody,
  importedData,
  importQuery,
  LINEAGE_MEDIA_TYPES,
} from '../contract/lineage-exchange.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import { acceptTextBodies } from '../plugins/text-body.ts'
import type { TypedApp } from './typed-app.ts'

/** The most bytes of lineage that are taken in at once: 64 MiB. */
export const IMPORT_BODY_LIMIT = 67_108_864

const shared = { tags: ['lineage'], headers: credentialHeaders }

/** Lineage from elsewhere in, and all lineage out, as files: ours, the specification does not have them. */
export function lineageExchangeRoutes(app: TypedApp, platform: Platform): void {
  exportRoute(app, platform)
  app.register(async (scope) => {
    acceptTextBodies(scope)
    importRoute(scope as TypedApp, platform)
  })
}

function exportRoute(app: TypedApp, platform: Platform): void {
  const schema = {
    ...shared,
    operationId: 'exportLineage',
    summary: 'All lineage as a file',
    querystring: exportQuery,
    response: exportAnswers,
  }
  app.get('/lineage/export', { schema }, async (request, reply) => {
    const { format = 'json' } = request.query
    const pieces = platform.lineage(callerOf(request)).write(format)
    reply.type(LINEAGE_MEDIA_TYPES[format]!)
    return Readable.from(chunksOf(pieces), { objectMode: false })
  })
}

function importRoute(app: TypedApp, platform: Platform): void {
  const schema = {
    ...shared,
    operationId: 'importLineage',
    summary: 'Take in lineage from a file',
    description: 'The body is the file: dbt manifest, OpenLineage events, or what export gives.',
    querystring: importQuery,
    body: importBody,
    response: answersOf(importedData, 'What the file had, and what was new.'),
  }
  const options = { schema, bodyLimit: IMPORT_BODY_LIMIT }
  app.post('/lineage/import', options, async (request) => {
    const { format, file = 'body' } = request.query
    const text = (request.body as string | undefined) ?? ''
    const given: LineageImport = { text, file, ...(format !== undefined && { format }) }
    return answer(request, await platform.lineage(callerOf(request)).import(given))
  })
}

/** Handed on when it has so many characters; after that others have their turn. */
const FULL = 65_000

async function* chunksOf(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length < FULL) continue
    yield Buffer.from(text)
    text = ''
    await setImmediate()
  }
  yield Buffer.from(text)
}
