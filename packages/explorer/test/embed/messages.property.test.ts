import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageAddress, readPage } from '../../src/address/page.ts'
import {
  type FrameMessage,
  type HostMessage,
  readFrameMessage,
  readHostMessage,
  toVersionedMessage,
  toWhyState,
} from '../../src/embed/messages.ts'

const text = fc.string({ minLength: 1 })
const optional = fc.option(fc.string(), { nil: undefined })
const address = fc.constantFrom('/', '/why/late_rate?now=2001-06', '/lineage/METRIC/a%2Fb')

const question = fc.record({
  metric: text,
  current: optional,
  compare: optional,
  by: optional,
  where: fc.oneof(optional, fc.array(fc.string())),
})

const caller = fc.oneof(
  fc.constant('PROXY' as const),
  fc.record({ token: text }),
  fc.record({
    tenantId: text,
    authType: fc.constantFrom('UID' as const, 'TOKEN', 'ACCOUNT', 'APIKEY'),
    authValue: text,
  }),
)

const hostMessage: fc.Arbitrary<HostMessage> = fc.oneof(
  fc.record({ type: fc.constant('sign-in' as const), caller }),
  fc.record({ type: fc.constant('set-question' as const), question }),
  fc.record({ type: fc.constant('show' as const), address }),
  fc.record({
    type: fc.constant('set-appearance' as const),
    appearance: fc.record({
      theme: fc.constantFrom(undefined, 'system' as const, 'light', 'dark'),
      language: optional,
    }),
  }),
)

const frameMessage: fc.Arbitrary<FrameMessage> = fc.oneof(
  fc.constant({ type: 'ready' as const }),
  fc.record({ type: fc.constant('sign-in-needed' as const), refused: fc.boolean() }),
  fc.record({ type: fc.constant('navigated' as const), address, title: fc.string() }),
  fc.record({ type: fc.constant('height' as const), height: fc.nat() }),
)

/** Browsers copy messages. */
const copied = (message: unknown): unknown => structuredClone(message)

describe('messages', () => {
  test('are read as they were sent', () => {
    fc.assert(
      fc.property(hostMessage, (one) => {
        expect(readHostMessage(copied(toVersionedMessage(one)))).toEqual(one)
      }),
    )
    fc.assert(
      fc.property(frameMessage, (one) => {
        expect(readFrameMessage(copied(toVersionedMessage(one)))).toEqual(one)
      }),
    )
  })

  test('of another kind, version or form are not read', () => {
    fc.assert(
      fc.property(fc.anything(), (any) => {
        expect(readHostMessage(any)).toBeNull()
        expect(readFrameMessage(any)).toBeNull()
      }),
    )
    for (const wrong of [
      { type: 'sign-in', caller: { tenantId: 'demo', authType: 'SECRET', authValue: 'x' } },
      { type: 'sign-in', caller: { token: '' } },
      { type: 'set-question', question: { metric: '' } },
      { type: 'set-question', question: { metric: 'late_rate', where: [1] } },
      { type: 'show', address: '//elsewhere.example.com/' },
      { type: 'show', address: 'https://elsewhere.example.com/' },
      { type: 'set-appearance', appearance: { theme: 'pink' } },
    ]) {
      expect(readHostMessage({ tributary: 1, ...wrong })).toBeNull()
    }
    expect(readHostMessage({ tributary: 2, type: 'sign-in', caller: 'PROXY' })).toBeNull()
    expect(readFrameMessage({ tributary: 1, type: 'height', height: Number.NaN })).toBeNull()
  })

  test('a question is that of the page with its address', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const state = toWhyState(asked)
        const [path = '', query = ''] = pageAddress({ page: 'why', state }).split('?')
        const read = readPage(path, query)
        fc.pre(asked.metric.isWellFormed())
        expect(read).toMatchObject({ page: 'why', state: { metric: asked.metric } })
        expect(read.page === 'why' && read.state.where).toEqual(state.where)
      }),
    )
  })
})
