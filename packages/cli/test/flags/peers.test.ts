import { expect, test } from 'vitest'
import { equals, parsePeers } from '../../src/flags/peers.ts'

test.each([
  ['state=CA,TX', { dimension: 'state', current: 'CA', compare: 'TX' }],
  ['state = CA , TX', { dimension: 'state', current: 'CA', compare: 'TX' }],
  [
    'city="Washington, DC",Boston',
    { dimension: 'city', current: 'Washington, DC', compare: 'Boston' },
  ],
  ['q="say ""a""",b=c', { dimension: 'q', current: 'say "a"', compare: 'b=c' }],
])('reads %s', (text, peers) => {
  expect(parsePeers(text)).toEqual(peers)
})

test.each([
  '',
  'state',
  'state=',
  'state=CA',
  'state=CA,',
  'state=CA,TX,NY',
  '=a,b',
  'a="x,y',
  'a=x,x',
])('refuses %j', (text) => {
  expect(() => parsePeers(text)).toThrow(/Expected/)
})

test('a value with quotes and a name with brackets become a condition', () => {
  expect(equals('a]b', 'x "y" \\z')).toBe('[a]]b] = "x \\"y\\" \\\\z"')
})
