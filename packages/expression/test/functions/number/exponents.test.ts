import { describe, expect, test } from 'vitest'
import { mistakesIn, resultOf } from '../../support/result-of.ts'

describe('Power', () => {
  test.each([
    ['Power([rate], 2)', { rate: 1.5 }, '2.25'],
    ['Pow([delay], [delay])', { delay: 3n }, '27'],
    ['Power([rate], 0.5)', { rate: -1 }, null],
    ['Power([rate], -1)', { rate: 0 }, null],
    ['Power(10, [rate])', { rate: 400 }, null],
    ['Power(10, [rate])', { rate: -400 }, '0'],
    ['Power(10, [rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Power([late], 1)', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Sqrt', () => {
  test.each([
    ['Sqrt([rate])', { rate: 2.25 }, '1.5'],
    ['Sqrt([rate])', { rate: -1 }, null],
    ['Sqrt([delay])', { delay: 0n }, '0'],
    ['Sqrt([delay])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Sqrt([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Exp', () => {
  test.each([
    ['Exp([rate])', { rate: 0 }, '1'],
    ['Exp([rate])', { rate: 710 }, null],
    ['Exp([rate])', { rate: -1000 }, '0'],
    ['Exp([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Exp([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Ln', () => {
  test.each([
    ['Ln([rate])', { rate: 1 }, '0'],
    ['Ln([rate])', { rate: 0 }, null],
    ['Ln([rate])', { rate: -1 }, null],
    ['Ln([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Ln([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Log', () => {
  test.each([
    ['Log([rate])', { rate: 1000 }, '3'],
    ['Log([rate], 10)', { rate: 1000 }, '3'],
    ['Log([rate], 10.0)', { rate: 1000 }, '3'],
    ['Log([rate], 2)', { rate: 8 }, '3'],
    ['Log([rate], 0.5)', { rate: 8 }, '-3'],
    ['Log([rate], 1)', { rate: 8 }, null],
    ['Log([rate], 0)', { rate: 8 }, null],
    ['Log(0, [rate])', { rate: 2 }, null],
    ['Log([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Log([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})

describe('Log10', () => {
  test.each([
    ['Log10([rate])', { rate: 1e15 }, '15'],
    ['Log10([rate])', { rate: 0 }, null],
    ['Log10([rate])', {}, null],
  ])('%s of %o is %o', (text, row, result) => {
    expect(resultOf(text, row)).toBe(result)
  })

  test.each([['Log10([region])', 'EXPRESSION_WRONG_ARGUMENT']])('refuses %s', (text, name) => {
    expect(mistakesIn(text)).toEqual([name])
  })
})
