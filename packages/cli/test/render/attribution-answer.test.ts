import { describe, expect, test } from 'vitest'
import { renderAttributionAnswer } from '../../src/render/attribution-answer.ts'
import { renderWarning } from '../../src/render/warning.ts'
import { markingPaint, plainPaint } from '../support/plain-paint.ts'

/** The additive test vector of the attribution semantics: 260 → 305. */
const CHANNELS = {
  dimension: 'channel',
  table: {
    channel: ['web', 'app', 'new', 'store', 'gone\n'],
    '@currentValue': [150, 100, 5, 50, 0],
    '@compareValue': [100, 80, 0, 60, 20],
    '@growth': ['50', '20', '5', '-10', '-20'],
    '@growthRate': ['0.5', '0.25', null, '-0.1666666667', '-1'],
    '@overallContributionRate': [
      1.1111111111, 0.4444444444, 0.1111111111, -0.2222222222, -0.4444444444,
    ],
    '@relativeContributionRate': [
      1.1111111111, 0.4444444444, 0.1111111111, -0.2222222222, -0.4444444444,
    ],
  },
  warning: null,
  empty: false,
}
const OVERALL = {
  dimension: null,
  table: {
    '@currentValue': [305],
    '@compareValue': [260],
    '@growth': ['45'],
    '@growthRate': ['0.1730769231'],
    '@overallContributionRate': [1],
    '@relativeContributionRate': [1],
  },
  warning: null,
  empty: false,
}
const request = {
  metric: 'revenue',
  dimensions: ['channel'],
  attribution: {
    attributionCalculateType: 'ALL' as const,
    currentTimeConstraint: '[metric_time] >= "2001-06-01"',
    compareTimeConstraint: '[metric_time] < "2001-06-01"',
  },
}
const title = 'Why did revenue change?'

describe('renderAttributionAnswer', () => {
  test('prints the overall change and every row of a small table', () => {
    const answer = { tables: [OVERALL, CHANNELS], warning: null }
    expect(
      renderAttributionAnswer({
        title,
        request,
        answer,
        rows: 5,
        paint: plainPaint,
        width: null,
      }).join('\n'),
    ).toBe(`Why did revenue change?

  revenue
  comparison  260  [metric_time] < "2001-06-01"
  current     305  [metric_time] >= "2001-06-01"
  change      +45  +17.3 %

by channel
  Every group of channel except store and gone\\n rose.

  channel  comparison  current  change  change %  contribution     share
  web             100      150     +50   +50.0 %           +50  +111.1 %      │██████████
  app              80      100     +20   +25.0 %           +20   +44.4 %      │████
  new               0        5      +5         –            +5   +11.1 %      │█
  store            60       50     -10   -16.7 %           -10   -22.2 %    ██│
  gone\\n           20        0     -20  -100.0 %           -20   -44.4 %  ████│
  all 5           260      305     +45   +17.3 %           +45  +100.0 %`)
  })

  test('prints contributions as the answer has them, those to a quotient with their parts', () => {
    const table = {
      region: ['B', 'C', 'A'],
      '@currentValue': [0.25, 0.5, 0.6],
      '@compareValue': [0.6, null, 0.5],
      '@growth': ['-0.35', null, '0.1'],
      '@growthRate': ['-0.5833333333', null, '0.2'],
      '@overallContributionRate': [1.7046991582, -0.0142621843, -0.6904369739],
      '@relativeContributionRate': [1.7046991582, -0.0142621843, -0.6904369739],
      '@contribution': ['-0.14205826318456988', '0.0011885153608803755', '0.05753641449035618'],
      '@rateContribution': ['-0.12762508975576822', '0', '0.05753641449035618'],
      '@mixContribution': ['-0.01443317342880166', '0.0011885153608803755', null],
    }
    const change = { '@currentValue': [0.45], '@compareValue': [0.5333], '@growth': ['-0.0833'] }
    const overall = { ...OVERALL, table: { ...OVERALL.table, ...change } }
    const by = { dimension: 'region', table, warning: null, empty: false }
    const answer = { tables: [overall, by], warning: null }
    const lines = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 5,
      paint: plainPaint,
      width: null,
    })
    expect(lines.slice(10).map((line) => line.replace(/ +[█▏▐│]+$/, ''))).toEqual([
      '  region  comparison  current   change  change %  contribution     rate      mix     share',
      '  B           0.6000   0.2500  -0.3500   -58.3 %       -0.1421  -0.1276  -0.0144  +170.5 %',
      '  C                –   0.5000        –         –       +0.0012   0.0000  +0.0012    -1.4 %',
      '  A           0.5000   0.6000  +0.1000   +20.0 %       +0.0575  +0.0575        –   -69.0 %',
      '  all 3       0.5333   0.4500  -0.0833   +17.3 %       -0.0833  -0.0701  -0.0132  +100.0 %',
    ])
  })

  test('says what is left out and what it adds up to', () => {
    const answer = { tables: [OVERALL, CHANNELS], warning: null }
    const lines = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 1,
      paint: plainPaint,
      width: null,
    })
    expect(lines.slice(-4)).toEqual([
      '  web              100      150     +50   +50.0 %           +50  +111.1 %      │██████████',
      '  … 3 more                                                  +15   +33.3 %',
      '  gone\\n            20        0     -20  -100.0 %           -20   -44.4 %  ████│',
      '  all 5            260      305     +45   +17.3 %           +45  +100.0 %',
    ])
  })

  test('prints the warnings, the filters and the kind of calculation', () => {
    const answer = {
      tables: [OVERALL, { ...CHANNELS, warning: 'NEGATIVE_BASE' }],
      warning: 'PARTIAL_RANGE current=12 of=30',
    }
    const attribution = {
      ...request.attribution,
      attributionCalculateType: 'AVG' as const,
      filters: ['[origin] = "ATL"'],
    }
    const asked = { ...request, attribution }
    const text = renderAttributionAnswer({
      title,
      request: asked,
      answer,
      rows: 5,
      paint: plainPaint,
      width: null,
    })
    expect(text.slice(2, 7)).toEqual([
      '  revenue, average per period',
      '  comparison  260  [metric_time] < "2001-06-01"',
      '  current     305  [metric_time] >= "2001-06-01"',
      '  change      +45  +17.3 %',
      '  where            [origin] = "ATL"',
    ])
    expect(text[8]).toBe(
      '  ! The data covers 12 of the 30 base periods (such as days) of the current period. Choose a period that the data covers, or compare averages (--average). PARTIAL_RANGE',
    )
    expect(text.at(-1)).toBe(
      '  ! A value of the comparison period is below 0, so its change in % has the opposite sign of its change. Read the change instead of the percentage. NEGATIVE_BASE',
    )
  })

  test('prints values and growth where there are no shares', () => {
    const nulls = CHANNELS.table.channel.map(() => null)
    const table = { ...CHANNELS.table, '@relativeContributionRate': nulls }
    const answer = { tables: [OVERALL, { ...CHANNELS, table }], warning: null }
    const lines = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 5,
      paint: plainPaint,
      width: null,
    })
    expect(lines.at(-1)).toBe(
      '  all 5           260      305     +45   +17.3 %             –      –',
    )
  })

  test('says when a table has no rows and nothing is known of the whole', () => {
    const none = { '@currentValue': [], '@compareValue': [], '@growth': [], '@growthRate': [] }
    const empty = { table: none, warning: null, empty: true }
    const answer = {
      tables: [
        { dimension: null, ...empty },
        { dimension: 'channel', ...empty },
      ],
      warning: 'NO_DATA_CURRENT',
    }
    const lines = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 5,
      paint: plainPaint,
      width: null,
    })
    expect(lines).toContain('  no rows')
    expect(lines).toContain('  comparison  –  [metric_time] < "2001-06-01"')
  })

  test('gives each key of a combination a column', () => {
    const { channel, ...values } = CHANNELS.table
    const table = { channel, region: ['n', 'n', 's', 's', 's'], ...values }
    const answer = {
      tables: [OVERALL, { ...CHANNELS, dimension: 'channel,region', table }],
      warning: null,
    }
    const lines = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 1,
      paint: plainPaint,
      width: null,
    })
    expect(lines.at(-5)).toMatch(/^ {2}channel {3}region {2}comparison/)
    expect(lines.at(-3)).toMatch(/^ {2}… 3 more +\+15 {3}\+33\.3 %$/)
    expect(lines.at(-1)).toMatch(/^ {2}all 5 +260/)
  })

  test('colours what went with the change and what went against it', () => {
    const answer = { tables: [OVERALL, CHANNELS], warning: null }
    const text = renderAttributionAnswer({
      title,
      request,
      answer,
      rows: 5,
      paint: markingPaint,
      width: null,
    })
    expect(text[0]).toBe('<title:Why did revenue change?>')
    expect(text.join('\n')).toContain('<with:+50>')
    expect(text.join('\n')).toContain('<against:-44.4 %>')
  })
})

test.each([
  [null, []],
  ['', []],
  [
    'RANGE_LENGTH_DIFFERS current=30 compare=31',
    [
      '! The two periods have 30 and 31 base periods (such as days), so the values may differ for that reason alone. Compare averages instead of totals (--average). RANGE_LENGTH_DIFFERS',
    ],
  ],
  [
    'NO_DATA_COMPARE first=2001-01-01 00:01:00 last=2001-07-01 00:00:00; PARTIAL_RANGE compare=0 of=31; SOMETHING_NEW a=1; b=2',
    [
      '! A dataset of the metric has no matching rows for the comparison period. The data goes from 2001-01-01 00:01:00 to 2001-07-01 00:00:00. Choose a period that the data covers. NO_DATA_COMPARE',
      '! SOMETHING_NEW a=1; b=2',
    ],
  ],
])('explains %j', (warning, lines) => {
  expect(renderWarning(warning, 'times', plainPaint)).toEqual(lines)
})
