import type { Readable } from 'node:stream'
import type { AttributionData, AttributionTableData } from '@tributary/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inEnvelope, streamText } from './stream-lineage.ts'

/** Rows of a column that are written at once; longer tables are streamed. */
const BLOCK = 1_000

/** The answer of E4 and E5, streamed in its envelope when a table is long: to write that at once would take long. */
export function writeTables(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  data: AttributionData,
): AttributionData | Readable {
  if (!data.tables.some(isLong)) return data
  reply.type('application/json; charset=utf-8')
  return streamText(inEnvelope(request, jsonOf(data)))
}

function isLong({ table }: AttributionTableData): boolean {
  return Object.values(table).some((column) => column.length > BLOCK)
}

/** The JSON of an answer in pieces, the same as at once. */
export function* jsonOf({ tables, ...rest }: AttributionData): Generator<string> {
  yield '{"tables":['
  let comma = ''
  for (const { dimension, table, ...more } of tables) {
    yield `${comma}{"dimension":${JSON.stringify(dimension)},"table":`
    yield* columnsOf(table)
    yield `,${JSON.stringify(more).slice(1)}`
    comma = ','
  }
  yield `],${JSON.stringify(rest).slice(1)}`
}

function* columnsOf(table: AttributionTableData['table']): Generator<string> {
  let brace = '{'
  for (const [name, values] of Object.entries(table)) {
    yield `${brace}${JSON.stringify(name)}:[`
    for (let begin = 0; begin < values.length; begin += BLOCK) {
      const block = JSON.stringify(values.slice(begin, begin + BLOCK)).slice(1, -1)
      yield begin === 0 ? block : `,${block}`
    }
    yield ']'
    brace = ','
  }
  yield brace === '{' ? '{}' : '}'
}
