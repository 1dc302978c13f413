import { escapeMarks, splitAtMark, unescapeMarks } from './escape.ts'
import type { Query } from './query.ts'

/** One step of a drill path: a group of a dimension. */
export interface DrillStep {
  readonly dimension: string
  /** The value of the group; null for the group without one. */
  readonly value: string | null
}

/** A group of a dimension by its value; null for the group without one. */
export interface Peer {
  readonly value: string | null
}

/** Two groups of a dimension that are compared in place of two windows. What is not chosen yet is null. */
export interface Peers {
  readonly dimension: string | null
  readonly current: Peer | null
  readonly compare: Peer | null
}

/** The ways a change can be shown. */
export const VIEWS = ['waterfall', 'bars', 'heat', 'path', 'tree', 'causes', 'sql'] as const

/** One of {@link VIEWS}. */
export type View = (typeof VIEWS)[number]

/** The state of a page that explains a change: the question and how its answer is drawn. */
export interface WhyState {
  /** The metric, by its name. */
  readonly metric: string
  /** The groups that are compared; null when two windows are. */
  readonly peers: Peers | null
  /** The current window in the words of ranges; null for the last full month of the data. */
  readonly now: string | null
  /** The window compared with: a range, `previous` or `year`; null for `previous`. */
  readonly was: string | null
  /** The dimension that is shown, or several joined by commas; null for the one that explains most. */
  readonly by: string | null
  /** The second dimension of the heat map; null for the one that explains most beside {@link by}. */
  readonly beside: string | null
  /** The groups drilled into, in order. */
  readonly at: readonly DrillStep[]
  /** Conditions in the expression language. */
  readonly where: readonly string[]
  /** Whether means per base period are compared in place of totals. */
  readonly mean: boolean
  readonly view: View
  /** Whether the table has as many rows as the service gives, in place of the largest contributions. */
  readonly allRows: boolean
  /** The column that the table is sorted by, with `-` before it for descending; null for the order of the server. */
  readonly sort: string | null
  /** Parameters that this version does not know. They stay in the address. */
  readonly others: Query
}

/** The question about a metric of which nothing but its name is chosen. */
export function newWhyState(metric: string): WhyState {
  return {
    metric,
    peers: null,
    now: null,
    was: null,
    by: null,
    beside: null,
    at: [],
    where: [],
    mean: false,
    view: 'waterfall',
    allRows: false,
    sort: null,
    others: [],
  }
}

/** The parameters of a page; what has its default is left out. */
export function whyQuery(state: WhyState): Query {
  const {
    peers,
    now,
    was,
    by,
    beside: secondDimension,
    at,
    where,
    mean,
    view,
    allRows,
    sort,
    others: extraParameters,
  } = state
  return [
    ...one('of', peers?.dimension ?? null),
    ...one('a', peerText(peers?.current ?? null)),
    ...one('b', peerText(peers?.compare ?? null)),
    ...one('now', now),
    ...one('was', was),
    ...one('by', by),
    ...one('with', secondDimension),
    ...at.map((step) => ['at', stepText(step)] as const),
    ...where.map((text) => ['where', text] as const),
    ...one('calc', mean ? 'avg' : null),
    ...one('tab', view === 'waterfall' ? null : view),
    ...one('rows', allRows ? 'all' : null),
    ...one('sort', sort),
    ...extraParameters,
  ]
}

/** No groups are chosen yet. */
export const NO_PEERS: Peers = { dimension: null, current: null, compare: null }

/**
 * Reads the parameters of a page about `metric` that compares windows, or with `isPeers` two groups. A parameter that makes
 * no sense counts as one that is not known.
 */
export function readWhyState(metric: string, query: Query, isPeers = false): WhyState {
  let state: WhyState = { ...newWhyState(metric), peers: isPeers ? NO_PEERS : null }
  for (const [name, value] of query) state = { ...state, ...readParameter(state, name, value) }
  return state
}

function readParameter(state: WhyState, name: string, value: string): Partial<WhyState> {
  const peer = PEER_PARAMETERS.get(name)
  if (peer !== undefined && state.peers !== null && state.peers[peer] === null && value !== '') {
    return { peers: { ...state.peers, [peer]: peer === 'dimension' ? value : readPeer(value) } }
  }
  switch (name) {
    case 'now':
    case 'was':
    case 'by':
    case 'sort':
      if (state[name] === null && value !== '') return { [name]: value }
      break
    case 'at': {
      const step = readStep(value)
      if (step !== null) return { at: [...state.at, step] }
      break
    }
    case 'where':
      if (value !== '') return { where: [...state.where, value] }
      break
    case 'with':
      if (state.beside === null && value !== '') return { beside: value }
      break
    case 'rows':
      if (value === 'all' && !state.allRows) return { allRows: true }
      break
    case 'calc':
      if (value === 'avg' && !state.mean) return { mean: true }
      break
    case 'tab':
      if (isView(value) && value !== 'waterfall' && state.view === 'waterfall')
        return { view: value }
      break
  }
  return { others: [...state.others, [name, value]] }
}

const PEER_PARAMETERS: ReadonlyMap<string, keyof Peers> = new Map([
  ['of', 'dimension'],
  ['a', 'current'],
  ['b', 'compare'],
])

function one(name: string, value: string | null): Query {
  return value === null ? [] : [[name, value]]
}

function isView(text: string): text is View {
  return (VIEWS as readonly string[]).includes(text)
}

/** The value of a group; `!` for the group without one. A value that begins with a mark has `\\` before it. */
function peerText(peer: Peer | null): string | null {
  if (peer === null) return null
  return peer.value === null ? '!' : peer.value.replace(/^[!\\]/, '\\$&')
}

function readPeer(text: string): Peer {
  return { value: text === '!' ? null : text.replace(/^\\/, '') }
}

/** `state:TX`, or `state!` for the group without a value. Marks in the name of the dimension are escaped. */
function stepText({ dimension, value }: DrillStep): string {
  const name = escapeMarks(dimension, ':!')
  return value === null ? `${name}!` : `${name}:${value}`
}

function readStep(text: string): DrillStep | null {
  const [name = '', value] = splitAtMark(text, ':', 2)
  if (value !== undefined) {
    return name === '' ? null : { dimension: unescapeMarks(name), value }
  }
  const [dimension = '', suffix, ...more] = splitAtMark(name, '!')
  return dimension !== '' && suffix === '' && more.length === 0
    ? { dimension: unescapeMarks(dimension), value: null }
    : null
}
