import { Command } from 'commander'
import { expect, test } from 'vitest'
import { parseNames } from '../../src/flags/parse.ts'

test.each([[['--by', 'a,b']], [['--by', 'a', '--by', 'b']], [['--by', ' a , b ']]])(
  '%j names two dimensions',
  (words) => {
    const command = new Command().option('--by <names>', 'dimensions', parseNames)
    expect(command.parse(words, { from: 'user' }).opts()).toEqual({ by: ['a', 'b'] })
  },
)
