import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TimeComparisonRequest, VertexLineageQuery } from '@tributary/contract'
import type { Credentials } from '@tributary/platform'
import { createExampleQuestions } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import type { ComparisonNotes } from '../flags/comparison.ts'
import { parsePort, parseRows } from '../flags/parse.ts'
import { renderAttributionAnswer } from '../render/attribution-answer.ts'
import { renderLineage } from '../render/lineage.ts'
import { askAsOwner, type OwnerSession } from '../session/ask-as-owner.ts'
import { findFirstQuestion } from '../session/first-question.ts'
import { LOOPBACK, servePage } from '../session/serve.ts'
import type { Run } from '../terminal/run.ts'

/** The title of the demo's question. */
export const DEMO_TITLE = 'Why were flights so much later in June 2001 than in May?'

/** The demo's question as a request of the API. */
export const DEMO_QUESTION: TimeComparisonRequest = {
  metric: 'average_delay',
  dimensions: ['origin_state', 'distance_band', 'destination'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-06-01"',
    compareTimeConstraint: 'DateTrunc([metric_time], "MONTH") = "2001-05-01"',
  },
}

/** A question of the demo. */
interface DemoQuestion {
  readonly title: string
  readonly request: TimeComparisonRequest
  /** Its two sides as a person reads them. */
  readonly notes: ComparisonNotes
}

const FLIGHTS: DemoQuestion = {
  title: DEMO_TITLE,
  request: DEMO_QUESTION,
  notes: { current: '2001-06', compare: '2001-05' },
}

function toLineageQuestion(metric: string): VertexLineageQuery {
  return { vertex_type: 'METRIC', vertex_id: metric, input_step: 3, output_step: 1 }
}

/** The demo's question about lineage. */
export const DEMO_LINEAGE: VertexLineageQuery = toLineageQuestion(DEMO_QUESTION.metric)

interface DemoOptions {
  readonly once?: true
  readonly port: number
  readonly rows: number
  readonly workspace: string
}

/** How many task instances the demo runs at once, so that a backfill is done while it serves. */
const WORKERS = 2

/** In the installed package, which `publish/sample.ts` gives a sample of its own. */
const PACKED_SAMPLE = join(import.meta.dirname, '../sample/flights')
const SAMPLE = existsSync(PACKED_SAMPLE)
  ? PACKED_SAMPLE
  : join(import.meta.dirname, '../../../../examples/flights')

/** Adds `tributary demo`, which answers a question on the sample workspace and then serves the API. */
export function addDemo(command: Command, run: Run): void {
  command
    .option('--once', 'print the answer and exit without starting the server')
    .option('--port <n>', 'port to listen on; 0 picks a free port', parsePort, 8080)
    .option('--rows <n>', 'rows to show per table for each direction of change', parseRows, 5)
    .addOption(
      new Option('--workspace <dir>', 'folder with the YAML files').default(SAMPLE, 'the flights'),
    )
    .action((options: DemoOptions) => demo(options, run))
}

/** A request that `curl` can send. */
export interface CurlRequest {
  readonly url: string
  readonly credentials: Credentials
  /** The JSON body; the request is a POST. */
  readonly body: unknown
}

/** The command for a POSIX shell that sends the request: copy, paste, run. */
export function renderCurl(request: CurlRequest): string {
  const { tenantId, authType, authValue } = request.credentials
  const headers = [
    ['content-type', 'application/json'],
    ['tenant-id', tenantId],
    ['auth-type', authType],
    ['auth-value', authValue],
  ]
  return [
    `curl -sS ${quote(request.url)}`,
    ...headers.map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`),
    `  -d ${quote(JSON.stringify(request.body, null, 2))}`,
  ].join(' \\\n')
}

async function demo(options: DemoOptions, run: Run): Promise<void> {
  const workers = options.once ? 0 : WORKERS
  await askAsOwner({ folder: options.workspace, workers }, run, async (session) => {
    const question = options.workspace === SAMPLE ? FLIGHTS : await findQuestion(session, run)
    const print = async (url: string): Promise<void> => {
      if (question === null) return run.print(['', NOTHING_TO_COMPARE, ''])
      await printAnswer(session, { question, rows: options.rows }, run)
      printCurl(url, { session, question }, run)
    }
    if (options.once) return print(`http://${LOOPBACK}:${options.port === 0 ? 8080 : options.port}`)
    const onListening = async (url: string): Promise<undefined> => {
      run.progress.clear()
      run.print([run.paint('title', `Explorer: ${url}/explorer`)])
      await print(url)
    }
    const { platform, credentials } = session
    await servePage(platform, { credentials, port: options.port, onListening }, run.effects)
  })
}

const NOTHING_TO_COMPARE =
  'No metric has two periods with rows, so there is nothing to compare over time.'

/** How many dimensions a question is divided by. */
const DIMENSIONS = 3

/** The first question that the workspace answers, by the dimensions that explain most; null where no metric has two periods. */
async function findQuestion(session: OwnerSession, run: Run): Promise<DemoQuestion | null> {
  const { platform, caller, definitions } = session
  const questions = createExampleQuestions(definitions)
  const first = await findFirstQuestion(session, questions, run)
  if (first === null || first.comparison === null) return null
  const { metric, dimension, comparison } = first
  const { current, compare } = comparison
  const attribution = {
    attributionCalculateType: 'ALL',
    currentRange: current,
    compareRange: compare,
  } as const
  const { signal } = run.effects
  const ranked =
    dimension === null
      ? []
      : (
          await platform
            .as(caller)
            .rankDimensions({ metric, attribution, limit: DIMENSIONS }, { signal })
        ).dimensions
  return {
    title: `Why did ${metric} change?`,
    request: { metric, dimensions: ranked.map((entry) => entry.dimension), attribution },
    notes: { current, compare },
  }
}

interface PrintedQuestion {
  readonly question: DemoQuestion
  readonly rows: number
}

async function printAnswer(
  { platform, caller }: OwnerSession,
  { question: { title, request, notes }, rows }: PrintedQuestion,
  run: Run,
): Promise<void> {
  const { effects, paint, print } = run
  const { metric } = request
  run.progress.show(`explaining ${metric}`)
  const answer = await platform.as(caller).compareTimes(request, { signal: effects.signal })
  const width = effects.stdout.columns
  print(['', ...renderAttributionAnswer({ title, notes, request, answer, rows, paint, width })])
  const lineageQuestion = toLineageQuestion(metric)
  const lineage = await platform.as(caller).vertexLineage(lineageQuestion)
  print(['', paint('title', `Lineage of ${metric}`), ''])
  print([...renderLineage(lineage, lineageQuestion, paint), ''])
}

interface CurlQuestion {
  readonly session: OwnerSession
  readonly question: DemoQuestion
}

function printCurl(url: string, { session, question }: CurlQuestion, run: Run): void {
  const request = {
    url: `${url}/api/v1/attribution/dim_time_compare`,
    credentials: session.credentials,
    body: question.request,
  }
  const page = run.paint('faint', `All operations: ${url}/docs`)
  run.print([
    run.paint('title', 'The same question over HTTP'),
    '',
    renderCurl(request),
    '',
    page,
    '',
  ])
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
