import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { nearNames, TributaryError } from '@tributary/core'
import { toStatus } from '@tributary/server'
import { describeTool, searchTool } from './catalog-tools.ts'
import { causesTool, movementsTool } from './change-tools.ts'
import { explainTool } from './explain-tool.ts'
import { impactTool, lineageTool } from './lineage-tools.ts'
import type { Tool, ToolSession } from './tool.ts'
import { queryTool, seriesTool } from './value-tools.ts'

/** Every tool, in the order in which models read them. */
export const TOOLS: readonly Tool[] = [
  searchTool,
  describeTool,
  queryTool,
  seriesTool,
  explainTool,
  causesTool,
  movementsTool,
  lineageTool,
  impactTool,
]

/** The operations that tools call, and the moment that ranges of time in words refer to. */
export type McpSession = Pick<ToolSession, 'operations' | 'readMoment'>

/** Options of {@link createMcpServer}. */
export interface McpOptions {
  readonly version: string
  /** Gives the operations for the rights that the tools have at the moment; called before each call of a tool. */
  readonly openSession: () => Promise<McpSession>
  /** Receives errors that are no mistake of the caller, and those of which the caller is told less than there is to know. */
  readonly onFault: (error: unknown) => void
}

const INSTRUCTIONS =
  'Metrics of a business with their dimensions and lineage. Call search to find names, describe to learn what a metric can be split by, query for values, series for values over time, explain for why a value changed, causes for the segments behind it, movements for which metrics changed more than usual, lineage and impact for where it comes from and what depends on it. Nothing can be changed.'

/** Creates a server of the Model Context Protocol; it is connected to one transport. */
export function createMcpServer(options: McpOptions): Server {
  const { version } = options
  const server = new Server(
    { name: 'tributary', title: 'Tributary', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: TOOLS.map(({ name, title, description, input, output }) => ({
      name,
      title,
      description,
      inputSchema: plain(input),
      outputSchema: plain(output),
      annotations: { title, readOnlyHint: true, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { signal, sendNotification } = extra
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) throw unknownTool(params.name)
    const stop = reportProgress(params._meta?.progressToken, (notification) =>
      sendNotification({ method: 'notifications/progress', params: notification }),
    )
    return callTool(tool, params.arguments, { ...options, signal }).finally(stop)
  })
  return server
}

/** Between two notifications of progress, in milliseconds. */
const PROGRESS_INTERVAL = 5_000

interface ProgressNote {
  readonly progressToken: string | number
  readonly progress: number
  readonly message: string
}

/** Tells a caller who wants to know, every five seconds, that the answer is still worked on; gives the function that ends it. */
function reportProgress(
  progressToken: string | number | undefined,
  send: (note: ProgressNote) => Promise<void>,
): () => void {
  if (progressToken === undefined) return () => {}
  let progress = 0
  const timer = setInterval(() => {
    progress += PROGRESS_INTERVAL / 1_000
    // A caller that has gone away is noticed by the call itself.
    send({ progressToken, progress, message: `working for ${progress} seconds` }).catch(() => {})
  }, PROGRESS_INTERVAL)
  return () => clearInterval(timer)
}

/** The result of a tool, or its error as a result, which the model reads and can act on. */
async function callTool(
  tool: Tool,
  rawInput: unknown,
  { openSession, signal, onFault }: McpOptions & { readonly signal: AbortSignal },
): Promise<CallToolResult> {
  try {
    const answer = await tool.call({ ...(await openSession()), signal }, rawInput)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (error) {
    if (signal.aborted) throw error
    const isTold = error instanceof TributaryError && !isFault(error)
    if (!isTold || error.cause !== undefined) onFault(error)
    return toErrorResult(isTold ? `${error.message} (${error.code})` : FAULT)
  }
}

/**
 * True for an error that is no mistake of the arguments and is not told. Errors of the command line are about the arguments
 * or the connection, and those of a service have a status and say only what its callers may know.
 */
function isFault({ code, details }: TributaryError): boolean {
  return !code.startsWith('CLI_') && details.status === undefined && toStatus(code) === 500
}

const FAULT = 'The tool failed for a reason that is not in the arguments; its server has a log.'

function toErrorResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function unknownTool(name: string): McpError {
  const names = TOOLS.map((tool) => tool.name)
  const near = nearNames(name, names)
  const hint =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : `there are ${names.join(', ')}`
  return new McpError(ErrorCode.InvalidParams, `There is no tool "${name}"; ${hint}`)
}

/** A schema as JSON has it. */
function plain(schema: Tool['input']): { type: 'object' } {
  return JSON.parse(JSON.stringify(schema))
}
