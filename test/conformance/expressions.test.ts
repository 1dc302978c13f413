import { describe, expect, test } from 'vitest'
import { dataOf, expectRefusal, NOT_TEXT } from './support/refusals.ts'
import { onEachStore } from './support/shop.ts'

const SCOPE = 'expression/scope'
const CHECK = 'expression/check'

onEachStore((shop) => {
  const scopeOf = async (context: string, account = 'ann', metric = 'M1') =>
    dataOf(await shop.ask(`${SCOPE}?metric=${metric}&context=${context}`, undefined, account))
  const check = async (context: string, text: string, account = 'ann') =>
    dataOf(await shop.ask(CHECK, { text, metric: 'revenue', context }, account))
  const codes = async (context: string, text: string, account?: string) =>
    (await check(context, text, account)).diagnostics.map(({ code }: { code: string }) => code)

  describe('expression/scope', () => {
    test('lists what conditions on rows may name', async () => {
      const { fields, columns, ...rest } = await scopeOf('filter')
      expect(rest).toEqual({
        metric: 'revenue',
        context: 'filter',
        expects: 'BOOLEAN',
        more: false,
      })
      const byName = Object.fromEntries(fields.map((one: { name: string }) => [one.name, one]))
      expect(Object.keys(byName).toSorted()).toEqual(
        ['metric_time', 'shop', 'band', 'city', 'amount', 'day'].toSorted(),
      )
      expect(byName).toMatchObject({
        metric_time: { type: 'DATE', description: 'Day of order' },
        amount: { type: 'BIGINT' },
        city: { type: 'VARCHAR' },
      })
      expect(byName.city.values).toBeUndefined()
      expect(byName.shop).toEqual({
        name: 'shop',
        type: 'VARCHAR',
        description: 'Where it was sold.',
        values: [
          { value: 'a', description: 'The oldest.' },
          { value: 'b', description: 'Second' },
        ],
      })
      expect(columns).toContainEqual({ dataset: 'branches', column: 'city' })
      expect(columns).not.toContainEqual({ dataset: 'orders', column: 'shop' })
    })

    test('lists the time, the metric, or the metrics', async () => {
      const namesOf = async (context: string) => {
        const { fields, columns, expects } = await scopeOf(context)
        expect(columns).toEqual([])
        return [expects, ...fields.map(({ name, type }: Field) => `${name} ${type}`)]
      }
      expect(await namesOf('time')).toEqual(['BOOLEAN', 'metric_time DATE'])
      expect(await namesOf('result')).toEqual(['BOOLEAN', 'revenue BIGINT'])
      expect(await namesOf('formula')).toEqual([
        'NUMBER',
        'revenue BIGINT',
        'order_count BIGINT',
        'stock BIGINT',
        'shelf_count BIGINT',
        'basket DOUBLE',
      ])
      expect((await scopeOf('time', 'ann', 'stock')).fields).toEqual([])
    })

    test('has nothing that the caller may not use', async () => {
      const { fields, columns } = await scopeOf('filter', 'eve')
      expect(fields).toEqual([
        { name: 'metric_time', type: 'DATE', description: 'The time of the row' },
        { name: 'city', type: 'VARCHAR', description: 'city' },
      ])
      expect(columns.map(({ dataset }: { dataset: string }) => dataset)).not.toContain('orders')
      const formula = await scopeOf('formula', 'eve')
      expect(formula.fields.map(({ name }: Field) => name)).toEqual(['revenue'])
    })

    test('names whatever is wrong', async () => {
      for (const [query, path, status = 400] of [
        ['', 'metric'],
        ['?context=filter', 'metric'],
        ['?metric=&context=filter', 'metric'],
        ['?metric=revenue', 'context'],
        ['?metric=revenue&context=order', 'context'],
        ['?metric=revenue&context=FILTER', 'context'],
        ['?metric=none&context=filter', 'metric', 404],
      ] as const) {
        expectRefusal(await shop.ask(`${SCOPE}${query}`), { status, path })
      }
      const hidden = `${SCOPE}?metric=order_count&context=filter`
      expectRefusal(await shop.ask(hidden, undefined, 'eve'), { status: 404 })
    })
  })

  describe('expression/check', () => {
    test('gives the canonical form of what is right', async () => {
      expect(await check('filter', "[shop] in ('a') && not ([amount]>2)")).toEqual({
        diagnostics: [],
        canonical: 'IN([shop], "a") AND NOT [amount] > 2',
        range: null,
      })
      expect((await check('result', '[Revenue]>=10')).canonical).toBe('[Revenue] >= 10')
      expect((await check('formula', '[revenue]/[M1]*100')).canonical).toBe(
        '[revenue] / [M1] * 100',
      )
    })

    test('says where a mistake is and how to mend it', async () => {
      const text = '[shpo] = "a"'
      const { diagnostics, canonical } = await check('filter', text)
      expect(canonical).toBeNull()
      expect(diagnostics).toHaveLength(1)
      const [{ fixes, ...mistake }] = diagnostics
      expect(mistake).toEqual({
        code: 'EXP3001',
        name: 'EXPRESSION_UNKNOWN_FIELD',
        severity: 'error',
        message: expect.stringContaining('shop'),
        span: { start: 0, end: 6 },
        labels: [],
        expected: expect.any(Array),
      })
      expect(fixes[0].edits).toEqual([{ span: { start: 0, end: 6 }, text: '[shop]' }])
    })

    test.each([
      ['filter', '', 'EXP1020'],
      ['filter', '[amount] + 1', 'EXP2011'],
      ['filter', '[revenue] > 1', 'EXP3101'],
      ['filter', '[amount] = null', 'EXP2102'],
      ['time', '[city] = "a"', 'EXP3101'],
      ['time', '2024-05', 'EXP2011'],
      ['result', '[city] = "a"', 'EXP3101'],
      ['result', '[order_count] > 1', 'EXP3101'],
      ['formula', '[revenue] > 1', 'EXP2011'],
      ['formula', '[city]', 'EXP3101'],
      ['formula', '[revenue] / [city]', 'EXP3101'],
      ['formula', 'Sum([revenue])', 'EXP2202'],
    ])('finds in the context %s of %j the mistake %s', async (context, text, code) => {
      expect(await codes(context, text)).toContain(code)
    })

    test.each([
      ['[metric_time__month] = "2024-05"', { from: '2024-05-01', to: '2024-06-01' }],
      ['[metric_time] >= "2024-05-02"', { from: '2024-05-02', to: null }],
      [
        '[metric_time] < "2024-05-02" AND [metric_time] > "2024-04-30"',
        { from: '2024-05-01', to: '2024-05-02' },
      ],
      ['[metric_time] <= "9999-12-31"', { from: null, to: null }],
      ['[metric_time] > "9999-12-31"', null],
      ['[metric_time] < "2024-05-02" OR [metric_time] > "2024-05-02"', null],
      ['FALSE', null],
      ['TRUE', { from: null, to: null }],
    ])('finds the range of %j', async (text, range) => {
      const answer = await check('time', text)
      expect(answer.range).toEqual(range)
      expect(answer.canonical).not.toBeNull()
    })

    test('accepts the same texts as the filters of a series', async () => {
      const asked = { metric: 'revenue', grain: 'MONTH' }
      for (const text of ['[shop] = "a"', '[amount]', '[shpo] = 1', '[metric_time] > "x"', '((']) {
        const { canonical } = await check('filter', text)
        const { status } = await shop.ask('metrics/series', { ...asked, filters: [text] })
        expect(status, text).toBe(canonical === null ? 400 : 200)
      }
    })

    test('knows nothing that the caller may not use', async () => {
      for (const text of ['[amount] = 1', '[shop] = "a"', "['orders'/'amount'] = 1"]) {
        expect(await codes('filter', text, 'eve')).toContain('EXP3001')
      }
      const { diagnostics } = await check('formula', '[order_cout]', 'eve')
      expect(diagnostics[0]).toMatchObject({ code: 'EXP3001', fixes: [] })
    })

    test('names whatever is wrong', async () => {
      const right = { text: '[city] = "a"', metric: 'revenue', context: 'filter' }
      for (const field of ['text', 'metric', 'context']) {
        for (const value of [undefined, ...NOT_TEXT]) {
          const body = { ...right, [field]: value }
          expectRefusal(await shop.ask(CHECK, body), { status: 400, path: field })
        }
      }
      const order = await shop.ask(CHECK, { ...right, context: 'order' })
      expectRefusal(order, { status: 400, path: 'context' })
      const unknown = await shop.ask(CHECK, { ...right, metric: 'none' })
      expectRefusal(unknown, { status: 404, path: 'metric' })
      const hidden = await shop.ask(CHECK, { ...right, metric: 'order_count' }, 'eve')
      expectRefusal(hidden, { status: 404 })
    })
  })
})

interface Field {
  readonly name: string
  readonly type: string
}
