import { OPERATIONS, type OperationId } from '@tributary/contract'
import fc from 'fast-check'
import {
  type FieldTexts,
  type JsonSchema,
  rightArbitraryOf,
} from '../../support/request-arbitrary.ts'
import type { Chance } from '../chance.ts'
import { printBytes, type Sent } from '../server/send.ts'
import { attackFields } from './attacks.ts'
import { mutateBytes, mutateFields, mutateText } from './mutations.ts'
import { type Fields, QUESTIONS, type Question } from './questions.ts'
import { listFieldTexts, type Words } from './words.ts'

const API = '/api/v1'
const ALL = Object.keys(OPERATIONS) as OperationId[]
const ASKED = Object.keys(QUESTIONS) as Question[]
/** What changes nothing. */
const READING = ALL.filter((operation) => !('changes' in OPERATIONS[operation]))

/** A question about data as it is meant, expensive, or a little changed. */
export function drawQuestion(chance: Chance, words: Words): Sent {
  const operation = chance.pick(ASKED)
  const drawn: Fields = QUESTIONS[operation](chance, words)
  const fields = chance.happens(0.1)
    ? attackFields(chance, drawn, words)
    : chance.happens(0.12)
      ? mutateFields(chance, drawn)
      : drawn
  return printRequest(operation, fields, words)
}

/** A request of any operation, or of those that change nothing; some are mutated, and some are given up. */
export function drawRequest(chance: Chance, words: Words, changesToo: boolean): Sent {
  const sent = chance.happens(0.4)
    ? drawQuestion(chance, words)
    : drawBySchema(chance, words, chance.pick(changesToo ? ALL : READING))
  const abortAfter = chance.happens(0.03) ? chance.integer(0, 300) : null
  const changed = chance.happens(0.08) ? mutateOutside(chance, sent) : sent
  return { ...changed, abortAfter }
}

function drawBySchema(chance: Chance, words: Words, operation: OperationId): Sent {
  const { body, query } = findSchemas(operation)
  // Attributes of users are no names of the workspace, or the names of hidden things would be those of attributes.
  const isAboutUsers = /UserAttributes|userAttributes/.test(operation)
  const texts: FieldTexts = [
    ...(isAboutUsers ? ([[/^(name|value|propertyNames)$/, ['desk', 'shift']]] as const) : []),
    ...listFieldTexts(words),
  ]
  const draw = (schema: JsonSchema): Fields => {
    const arbitrary = rightArbitraryOf(schema, '', texts)
    return fc.sample(arbitrary, { seed: chance.seed(), numRuns: 1 })[0] as Fields
  }
  const fields = { ...(query && draw(query)), ...(body && draw(body)) }
  const isFile = 'takes' in OPERATIONS[operation] && OPERATIONS[operation].takes === 'FILE'
  // What is imported stays out of the workspace, so that its names keep their meaning.
  const right =
    isFile && operation === 'importDefinitions' ? { ...fields, dry_run: 'true' } : fields
  const mutated = chance.happens(0.35) ? mutateFields(chance, right) : right
  const sent = printRequest(operation, mutated, words)
  if (!isFile) return sent
  const file = chance.pick(FILES)
  const text = chance.happens(0.5) ? mutateText(chance, file) : file
  return { ...sent, headers: { 'content-type': 'text/plain' }, body: text }
}

interface Schemas {
  readonly query: JsonSchema | null
  readonly body: JsonSchema | null
}

function findSchemas(operation: OperationId): Schemas {
  const found = OPERATIONS[operation] as Readonly<Record<string, unknown>>
  const isFile = found.takes === 'FILE'
  const schema = (part: unknown) => (part === undefined ? null : (part as JsonSchema))
  return {
    query: schema(found.query ?? found.queryOrBody),
    body: isFile ? null : schema(found.body),
  }
}

/** The fields as a request: the query of a GET, the body of a POST, the query beside a file. */
function printRequest(operation: OperationId, fields: Fields, words: Words): Sent {
  const route = OPERATIONS[operation]
  const isFile = 'takes' in route && route.takes === 'FILE'
  const isQuery = route.method === 'GET' || isFile
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(isQuery ? fields : {})) {
    if (value === undefined || value === null) continue
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    parameters.append(name, text.toWellFormed())
  }
  return {
    operation,
    account: words.account,
    method: route.method,
    path: `${API}${route.path}${parameters.size === 0 ? '' : `?${parameters}`}`,
    headers: {},
    body: isQuery ? null : JSON.stringify(fields),
    abortAfter: null,
  }
}

/** Changes what is around the fields: bytes, headers, the body as a text. */
function mutateOutside(chance: Chance, sent: Sent): Sent {
  const headers = chance.pick<Readonly<Record<string, string>>>([
    { 'content-type': chance.pick(['text/plain', 'application/json; charset=utf-16', 'x', '']) },
    { 'content-encoding': 'gzip' },
    { accept: 'text/html', 'accept-encoding': 'gzip, br' },
    { 'if-none-match': chance.pick(['*', '"a"', `"${'x'.repeat(2000)}"`, 'W/"1", "2"']) },
    { 'x-long': 'x'.repeat(chance.pick([100, 20_000])) },
    { queryby: chance.pick(['UUID', 'CODE', 'x']) },
    { 'tenant-id': chance.pick(['other', '', 'fuzz ', 'FUZZ']) },
    { expect: '100-continue' },
  ])
  return chance.pick<() => Sent>([
    () => ({ ...sent, headers: { ...sent.headers, ...headers } }),
    () => ({
      ...sent,
      body: sent.body === null ? sent.body : mutateText(chance, sent.body).toWellFormed(),
    }),
    () => ({ ...sent, bytes: mutateBytes(chance, printBytes(sent)) }),
  ])()
}

/** Files that imports read. */
const FILES = [
  'src_type,src_id,dst_type,dst_id\nMETRIC,a,ANALYSIS_VIEW,b\n',
  'src_type,src_id,dst_type,dst_id\nMETRIC,=1+1,METRIC,🛫\nMETRIC,b,METRIC,b\n',
  '{"edges":[{"srcType":"METRIC","srcId":"a","dstType":"METRIC","dstId":"b"}]}',
  'semantic_model:\n  - name: m\n    datasets: [{ name: d, source: s }]\n    metrics:\n      - name: c\n        expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(d.x) / COUNT(DISTINCT d.y) }] }\n',
  'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n',
] as const
