import { attributeTable, createColumnarSource } from '@tributary/attribution'

// Departures of two weeks: where did the delay of the second come from?
const departures = createColumnarSource({
  week: [18, 18, 18, 18, 18, 18, 19, 19, 19, 19, 19, 19],
  origin: ['ATL', 'ATL', 'ORD', 'ORD', 'DEN', null, 'ATL', 'ATL', 'ORD', 'ORD', 'SEA', null],
  carrier: ['DL', 'AA', 'UA', 'AA', 'UA', 'DL', 'DL', 'AA', 'UA', 'AA', 'AS', 'DL'],
  delay: [4, -2, 11, 7, 3, 0, 6, 1, 48, 35, 2, 5],
})

const answer = await attributeTable(departures, {
  metric: {
    measures: { delay: { sum: '[delay]' }, flights: { countRows: true } },
    formula: '[delay] / [flights]',
  },
  dimensions: ['origin', 'carrier', ['origin', 'carrier']],
  current: '[week] = 19',
  compare: '[week] = 18',
})

for (const { dimension, table: result, warning } of answer.tables) {
  console.log(`\nAverage delay by ${dimension ?? 'nothing'}${warning ? ` (${warning})` : ''}`)
  result.print()
}
