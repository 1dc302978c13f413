import { formatValue, formatValueChange } from '@tributary/contract'
import { type ComponentType, h } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, test } from 'vitest'
import { newWhyState } from '../../src/address/why-state.ts'
import type { GroupRow } from '../../src/analysis/group-table.ts'
import { HeatTable } from '../../src/charts/heat-table.tsx'
import { SeriesChart } from '../../src/charts/series-chart.tsx'
import { WaterfallChart } from '../../src/charts/waterfall-chart.tsx'
import { Strip } from '../../src/pages/operations/strip.tsx'
import { GroupTableView } from '../../src/pages/why/group-table-view.tsx'
import type { Subject } from '../../src/pages/why/question/subject.ts'
import { Ranking } from '../../src/pages/why/ranking.tsx'
import { WindowHead } from '../../src/pages/why/window-head.tsx'
import { createRowStyles } from '../../src/pages/why/words.ts'
import { showLanguage } from '../../src/text/language.ts'
import { unitText } from '../../src/text/numbers.ts'

/** The HTML of a component. */
function html<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return render(h(component, props))
}

/** What a person reads of HTML. */
function read(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}

function row(label: string, values: Partial<GroupRow>): GroupRow {
  const none = { current: null, compare: null, growth: null, growthRate: null }
  const { contribution = null } = values
  const exactContribution = contribution === null ? null : String(contribution)
  const parts = { contribution, exactContribution, share: null, rate: null, mix: null }
  return { labels: [label], missing: [label === ''], ...none, ...parts, ...values }
}

const subject: Subject = {
  name: 'sales',
  displayName: 'Sales',
  form: { unit: 'EUR', format: 'MONEY' },
  dimensions: [],
  types: new Map(),
  reach: {
    min: null,
    max: null,
    now: 0n,
    calendar: { weekStart: 'MONDAY', fiscalYearStart: 1, fiscalYearName: 'END' },
    comparison: null,
  },
  grain: 'DAY',
}

afterEach(() => {
  showLanguageOf('en')
})

/** Outside of a browser there is no document to mark. */
function showLanguageOf(tag: string): void {
  const scope = globalThis as { document?: unknown }
  scope.document = { documentElement: {} }
  showLanguage(tag)
  delete scope.document
}

const TOTAL = row('', { compare: 5, current: 11.5, growth: '6.5' })

describe('the table of groups', () => {
  const rows = [
    row('TX', { compare: 3, current: 10.5, growth: '7.5', growthRate: 2.5, contribution: 7.5 }),
    row('', {
      compare: -2,
      current: 1,
      growth: '3',
      growthRate: -1.5,
      contribution: 3,
      share: 0.3,
    }),
    row('gone', { compare: 4, current: null }),
  ]
  const table = {
    dimensions: ['state'],
    rows,
    isSplit: false,
    rest: null,
    residual: null,
    warning: null,
  }
  const props = {
    name: 'State',
    state: newWhyState('sales'),
    subject,
    table,
    styles: createRowStyles(subject.form, TOTAL, rows),
    comparison: { labels: { current: '2001-06', compare: '2001-05' } },
  } as unknown as Parameters<typeof GroupTableView>[0]

  test('writes the total as sentences and the command do', () => {
    const total = { compare: 3.2638, current: 9.0389, change: '5.7751' }
    for (const form of [
      { unit: 'minutes', format: null },
      { unit: null, format: 'PERCENT' },
      { unit: 'EUR', format: 'MONEY' },
      { unit: 'minutes', format: 'DURATION' },
      { unit: null, format: 'SI' },
    ]) {
      const { value, part } = createRowStyles(
        form,
        row('', { ...total, growth: total.change }),
        rows,
      )
      const { current, change } = total
      const texts = [value.value(current), part.change(change)].map((text) => text + unitText(form))
      expect(texts).toEqual([
        formatValue(current, form, total),
        formatValueChange(change, form, total),
      ])
    }
  })

  test('has values by unit and format, exact ones for copying, and words where a rate misleads', () => {
    const text = html(GroupTableView, props)
    expect(read(text)).toContain('TX › 3.00 10.50 +7.50 +250.0 % +7.50')
    expect(read(text)).toContain('no value › −2.00 1.00 +3.00 from below 0 +3.00 30.0 %')
    expect(read(text)).toContain('gone › 4.00 – – – – –')
    expect(text).toContain('data-exact="10.5"')
  })

  test('is in the language that is shown', () => {
    showLanguageOf('zh-CN')
    expect(read(html(GroupTableView, props))).toContain('无值 › −2.00')
  })
})

test('the ranking draws the best dimension as wide as there is room, whatever the scores are', () => {
  const one = (dimension: string, score: number) => ({
    dimension,
    score,
    groups: 1,
    groupsFor80Percent: 1,
  })
  const text = html(Ranking, {
    ranked: [one('a', 4), one('b', 1)],
    others: ['c'],
    shown: 'a',
    subject,
    choose: () => {},
  } as unknown as Parameters<typeof Ranking>[0])
  expect([...text.matchAll(/width:\s*(\d+)%/g)].map(([, width]) => width)).toEqual(['100', '25'])
  expect(read(text)).toContain('a 1 group 1 group holds 80 % of all moves')
})

test('a waterfall has a label and an amount a bar, and its groups can be clicked', () => {
  const bar = (kind: 'compare' | 'group' | 'current', from: number, to: number, text: string) => ({
    bar: { kind, from, to, row: null, groups: 1 },
    label: `label ${text}`,
    text,
    title: text,
    choose: kind === 'group' ? () => {} : null,
  })
  const bars = [bar('compare', 0, 3, '3'), bar('group', 3, 1, '−2'), bar('current', 0, 1, '1')]
  const text = html(WaterfallChart, { name: 'State', cut: 'cut', bars })
  expect(read(text)).toContain('label −2')
  expect(text.match(/class="bar group less choice"/g)).toHaveLength(1)
  expect(text).not.toContain('NaN')
})

test('totals that are not drawn from 0 are marks, not bars', () => {
  const total = (kind: 'compare' | 'current', to: number) => ({
    bar: { kind, from: 0, to, row: null, groups: 0 },
    label: kind,
    text: String(to),
    title: kind,
    choose: null,
  })
  const widths = (bars: Parameters<typeof WaterfallChart>[0]['bars']) =>
    [
      ...html(WaterfallChart, { name: 'State', cut: 'cut', bars }).matchAll(
        /class="fill"[^>]* width="([\d.]+)"/g,
      ),
    ].map(([, width]) => Number(width))
  expect(widths([total('compare', 1000), total('current', 1010)])).toEqual([4, 4])
  const [compare, current] = widths([total('compare', 100), total('current', 50)])
  expect(compare! / current!).toBeCloseTo(2, 1)
})

test('a series draws a point between two gaps, and no line across a gap', () => {
  const draw = (...values: readonly (number | null)[]) => {
    const points = values.map((value, at) => ({ period: `${at}`, value, isPartial: false }))
    const text = html(SeriesChart, {
      name: 'sales',
      points,
      windows: [],
      texts: (ticks) => ticks.map(String),
      text: String,
      wordsOf: () => null,
      move: () => {},
    })
    return /class="line" d="([^"]*)"/.exec(text)![1]!.replaceAll(/[\d. -]+/g, '')
  }
  expect(draw(5)).toBe('Mh')
  expect(draw(5, 6)).toBe('ML')
  expect(draw(5, null, 6, 7, null, 8)).toBe('MhMLMh')
})

test('a heat map has a button in each cell with a group', () => {
  const cell = (text: string) => ({ text, strength: 0.5, title: text, choose: () => {} })
  const empty = { text: '', strength: 0, title: '', choose: null }
  const text = html(HeatTable, {
    name: 'a × b',
    corner: 'a',
    rows: ['北京', 'no value'],
    columns: ['x'],
    cells: [[cell('+1')], [empty]],
    note: null,
  })
  expect(read(text)).toContain('北京 +1')
  expect(text.match(/<button/g)).toHaveLength(1)
})

test('the strip of a plan says the state of each run in words', () => {
  const runs = [
    { from: '2001-06-01', to: '2001-06-29', state: 'DONE' },
    { from: '2001-06-30', to: '2001-06-30', state: 'FAILED' },
  ]
  const states = { runs, granularity: 'DAY' } as unknown as Parameters<typeof Strip>[0]['states']
  const text = read(html(Strip, { states, name: 'Partitions' }))
  expect(text).toBe('2001-06-01 – 2001-06-29: done 2001-06-30: failed DAY')
})

test('the head of a window may break before the end of its range, and nowhere else', () => {
  const head = html(WindowHead, { label: '2001-04-02..2001-04-08' })
  expect(head).toBe('<th scope="col">2001-04-02..<wbr/>2001-04-08</th>')
  expect(html(WindowHead, { label: '2001-04' })).toBe('<th scope="col">2001-04</th>')
})
