import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINDINGS, MOST_HOPS } from '../../src/address/lineage-state.ts'
import { TASK_STATUSES } from '../../src/address/operations-state.ts'
import { NAMED_PAGES, type Page, pageAddress, readPage } from '../../src/address/page.ts'
import { newWhyState, VIEWS, type WhyState } from '../../src/address/why-state.ts'

/** Any text that is well formed: an address cannot hold half a surrogate pair. */
const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .map((one) => one.toWellFormed())
/** A browser would take a piece of a path that is a dot or two for a step. */
const piece = text.filter((one) => one !== '.' && one !== '..')

const whyState: fc.Arbitrary<WhyState> = fc.record({
  metric: piece,
  peers: fc.option(
    fc.record({
      dimension: fc.option(text),
      current: fc.option(fc.record({ value: fc.option(text) })),
      compare: fc.option(fc.record({ value: fc.option(text) })),
    }),
  ),
  now: fc.option(text),
  was: fc.option(text),
  by: fc.option(text),
  beside: fc.option(text),
  at: fc.array(fc.record({ dimension: text, value: fc.option(fc.oneof(text, fc.constant(''))) }), {
    maxLength: 3,
  }),
  where: fc.array(text, { maxLength: 3 }),
  mean: fc.boolean(),
  view: fc.constantFrom(...VIEWS),
  allRows: fc.boolean(),
  sort: fc.option(text),
  others: fc.array(fc.tuple(fc.constantFrom('x', 'zoom', 'größe'), text), { maxLength: 2 }),
})

const asset = fc.record({ type: text, id: text })
const day = fc.constantFrom('2001-06-01', '2026-11-23')

const page: fc.Arbitrary<Page> = fc.oneof(
  fc.record({
    page: fc.constant('home' as const),
    windows: fc.record({ now: fc.option(text), was: fc.option(text) }),
  }),
  whyState.map((state) => ({ page: 'why' as const, state })),
  fc.record({ text: fc.oneof(text, fc.constant('')), type: fc.option(text) }).map((search) => {
    return { page: 'catalog' as const, search }
  }),
  fc.record({ page: fc.constantFrom(...NAMED_PAGES), name: piece }),
  fc
    .record({
      plan: fc.option(text),
      status: fc.option(fc.constantFrom(...TASK_STATUSES)),
      task: fc.option(text),
    })
    .map((state) => ({ page: 'operations' as const, state })),
  fc
    .record({
      type: piece,
      id: piece,
      up: fc.nat(MOST_HOPS),
      down: fc.nat(MOST_HOPS),
      columns: fc.boolean(),
      open: fc.array(fc.record({ side: fc.constantFrom('up', 'down'), type: text, id: text }), {
        maxLength: 3,
      }),
      pick: fc.option(asset),
      column: fc.option(asset),
      asOf: fc.option(day),
      since: fc.option(day),
      find: fc.option(fc.constantFrom(...FINDINGS)),
    })
    .map((state) => ({ page: 'lineage' as const, state })),
)

/** Reads an address as a browser does. */
function read(address: string): Page {
  const { pathname, search } = new URL(address, 'http://127.0.0.1')
  return readPage(pathname, search.slice(1))
}

test('an address reads back as the page that it was written for', () => {
  fc.assert(
    fc.property(page, (one) => {
      expect(read(pageAddress(one))).toEqual(one)
    }),
  )
})

test('any address is parsed to a page whose own address is stable', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), (path, query) => {
      const one = readPage(path, query)
      if (one.page === 'unknown') return
      expect(read(pageAddress(one))).toEqual(one)
    }),
  )
})

test('addresses can be read by people', () => {
  const state: WhyState = {
    ...newWhyState('average_delay'),
    now: '2001-06',
    was: 'previous',
    by: 'origin,destination',
    at: [
      { dimension: 'origin_state', value: 'TX' },
      { dimension: 'weather', value: null },
    ],
    where: ['[delay] > 15'],
  }
  expect(pageAddress({ page: 'why', state })).toBe(
    '/why/average_delay?now=2001-06&was=previous&by=origin,destination&at=origin_state:TX&at=weather!&where=[delay]+%3E+15',
  )
})

test('a parameter that makes no sense stays in the address', () => {
  const one = read('/why/m?tab=pie&calc=avg&calc=sum&at=!')
  expect(one).toMatchObject({
    state: {
      mean: true,
      view: 'waterfall',
      others: [
        ['tab', 'pie'],
        ['calc', 'sum'],
        ['at', '!'],
      ],
    },
  })
})
