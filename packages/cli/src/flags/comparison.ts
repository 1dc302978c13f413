import type { PeerComparisonRequest, TimeComparisonRequest } from '@tributary/contract'
import { isAverageOfPrevious } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import type { CommandWords } from './command-words.ts'
import { equals, type Peers, parsePeers } from './peers.ts'
import { type RangeMoment, readComparedWindows, readWindow } from './ranges.ts'

/** The flags of a comparison of two ranges of time, or of two peers in one range. */
export interface ComparisonFlags {
  /** @defaultValue the latest comparable period of the data */
  readonly current?: string
  /** @defaultValue `previous` */
  readonly compare?: string
  readonly peers?: Peers
  readonly average?: true
}

/** Adds `--current`, `--compare` and `--peers` to a command. */
export function addComparisonFlags(command: Command): Command {
  return command
    .option(
      '--current <range>',
      'current period, which is explained (default: the latest comparable period of the data)',
    )
    .option('--compare <range>', 'comparison period (default: previous)')
    .addOption(
      new Option(
        '--peers <dimension=a,b>',
        'compare group a with group b in the period of --current',
      )
        .argParser(parsePeers)
        .conflicts('compare'),
    )
}

/** The two sides as a person reads them. */
export interface ComparisonNotes {
  readonly current: string
  readonly compare: string
}

/** A comparison as requests have it. */
export type Comparison =
  | {
      readonly kind: 'times'
      readonly attribution: TimeComparisonRequest['attribution']
      readonly notes: ComparisonNotes
    }
  | {
      readonly kind: 'peers'
      readonly attribution: PeerComparisonRequest['attribution']
      readonly notes: ComparisonNotes
    }

/** The parts of a request in the words of commands with these flags, METRIC, `--by` and `--where`. */
export const COMPARISON_WORDS: CommandWords = {
  metric: { option: 'METRIC' },
  metricNames: { option: 'METRIC' },
  dimensions: { option: '--by' },
  '--current': { option: '--current', example: '--current 2001-06' },
  '--compare': { option: '--compare', example: '--compare previous' },
  'attribution.currentTimeConstraint': { option: '--current', example: '--current 2001-06' },
  'attribution.timeConstraint': { option: '--current', example: '--current 2001-06' },
  'attribution.compareTimeConstraint': { option: '--compare', example: '--compare previous' },
  'attribution.compareDimension': { option: '--peers' },
  'attribution.currentObject': { option: '--peers' },
  'attribution.compareObject': { option: '--peers' },
  'attribution.filters': { option: '--where' },
}

/** The flags of a comparison whose current period is known. */
export type CompleteComparisonFlags = ComparisonFlags & { readonly current: string }

/** Reads a comparison, its ranges at a moment in the workspace. */
export function readComparison(
  {
    current: currentText,
    compare: compareText = 'previous',
    peers,
    average,
  }: CompleteComparisonFlags,
  filters: readonly string[],
  at: RangeMoment,
): Comparison {
  const isMean = average === true || (peers === undefined && isAverageOfPrevious(compareText))
  const shared = { attributionCalculateType: isMean ? 'AVG' : 'ALL', filters } as const
  if (peers === undefined) {
    const { current, compare } = readComparedWindows(currentText, compareText, at)
    return {
      kind: 'times',
      attribution: {
        ...shared,
        currentTimeConstraint: current.condition,
        compareTimeConstraint: compare.condition,
      },
      notes: { current: current.note, compare: compare.note },
    }
  }
  const current = readWindow(currentText, { option: '--current', ...at })
  const object = (value: string) => ({ filters: [equals(peers.dimension, value)] })
  const note = (value: string): string => `${peers.dimension} ${value}, ${current.note}`
  return {
    kind: 'peers',
    attribution: {
      ...shared,
      compareDimension: peers.dimension,
      timeConstraint: current.condition,
      currentObject: object(peers.current),
      compareObject: object(peers.compare),
    },
    notes: { current: note(peers.current), compare: note(peers.compare) },
  }
}
