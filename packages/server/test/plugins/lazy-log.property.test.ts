import fc from 'fast-check'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { describe, expect, test } from 'vitest'
import { createChildrenLazily } from '../../src/plugins/lazy-log.ts'

/** A logger of its own, and the lines that it has written. */
function open(onChild: () => void = () => {}) {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const { log } = Fastify({ logger: { stream, base: null, timestamp: false, onChild } })
  return { log, lines }
}

const level = fc.constantFrom('trace', 'debug', 'info', 'warn', 'error', 'fatal')
const bindings = fc.dictionary(fc.constantFrom('a', 'b', 'traceId'), fc.string(), {
  noNullPrototype: true,
})

/**
 * What is done to one of the loggers there are: it gets a child, or a line. (A parent whose level is changed
 * gives its children that one while they are not made.)
 */
const step = fc.record({
  of: fc.nat(),
  act: fc.oneof(
    fc.record({ child: bindings, level: fc.option(level, { nil: undefined }) }),
    fc.record({
      write: level,
      line: fc.oneof(fc.tuple(fc.string()), fc.tuple(bindings, fc.string())),
    }),
  ),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The level of the logger, afterwards. */
function apply(loggers: FastifyBaseLogger[], { of, act }: Step): string {
  const log = loggers[of % loggers.length]!
  if ('child' in act) {
    loggers.push(log.child(act.child, act.level === undefined ? {} : { level: act.level }))
  } else {
    const write = log[act.write] as (...line: readonly unknown[]) => void
    write.apply(log, [...act.line])
  }
  return log.level
}

describe('createChildrenLazily', () => {
  test('changes no line of any logger', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const [plain, late] = [open(), open()]
        createChildrenLazily(late.log)
        const [ours, theirs] = [[late.log], [plain.log]]
        for (const one of steps) expect(apply(ours, one)).toBe(apply(theirs, one))
        expect(late.lines).toEqual(plain.lines)
      }),
      { numRuns: 100 },
    )
  })

  test('creates no child logger that writes nothing', () => {
    let made = 0
    const { log, lines } = open(() => {
      made += 1
    })
    createChildrenLazily(log)
    const children = [1, 2, 3].map((n) => log.child({ n }))
    expect(made).toBe(0)
    children[1]!.info('written')
    children[1]!.info('again')
    expect(made).toBe(1)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 30, n: 2, msg: 'written' },
      { level: 30, n: 2, msg: 'again' },
    ])
  })
})
