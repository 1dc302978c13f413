import type { Operations } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { toolArgumentsError } from '../errors.ts'
import type { RangeMoment } from '../flags/ranges.ts'

/** The operations that a tool calls, for the rights of one account. */
export interface ToolSession {
  readonly operations: Operations
  readonly signal: AbortSignal
  /** The moment and the calendar of questions on this metric, for ranges in these words. */
  readonly readMoment: (metric: string, words: readonly string[]) => Promise<RangeMoment>
}

/** A tool that models call. It reads and changes nothing. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** The text from which the model decides when and how to call it. */
  readonly description: string
  readonly input: TObject
  readonly output: TObject
  /** Throws a `TributaryError` for arguments that are wrong. */
  call(session: ToolSession, rawInput: unknown): Promise<Readonly<Record<string, unknown>>>
}

/** A tool whose arguments are checked against `input` before `answer` is called. */
export function defineTool<Input extends TObject, Output extends TObject>(
  tool: Omit<Tool, 'call' | 'input' | 'output'> & {
    readonly input: Input
    readonly output: Output
    readonly answer: (session: ToolSession, input: Static<Input>) => Promise<Static<Output>>
  },
): Tool {
  const { answer, ...fields } = tool
  return {
    ...fields,
    call: async (session, rawInput) => {
      const input = withoutNulls(rawInput ?? {})
      if (!Value.Check(tool.input, input)) throw invalidArguments(tool.input, input)
      return (await answer(session, input)) as Readonly<Record<string, unknown>>
    },
  }
}

/** Models write null for what they leave out. */
function withoutNulls(rawInput: unknown): unknown {
  if (typeof rawInput !== 'object' || rawInput === null || Array.isArray(rawInput)) return rawInput
  return Object.fromEntries(Object.entries(rawInput).filter(([, value]) => value !== null))
}

function invalidArguments(schema: TObject, input: unknown): Error {
  const names = Object.keys(schema.properties)
  const unknown = Object.keys(input as object).filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    const texts = unknown.map((name) => {
      const [near] = nearNames(name, names)
      return near === undefined ? name : `${name} (did you mean ${near}?)`
    })
    return toolArgumentsError({ place: '', problem: `there is no ${texts.join(', no ')}` }, names)
  }
  const [first] = Value.Errors(schema, input)
  const place = first?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const problem = first?.message ?? 'not as the schema says'
  return toolArgumentsError({ place, problem }, names)
}
