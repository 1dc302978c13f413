import type { CatalogItemData, CatalogType } from '@tributary/contract'
import { nearNames } from '@tributary/core'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import { addPlaceFlags, type PlaceFlags, resolveQuestionPlace } from '../flags/place.ts'
import { type Cell, type Column, renderTable } from '../render/table.ts'
import { printable } from '../render/text.ts'
import { askQuestion, type QuestionSession } from '../session/question-session.ts'
import type { Paint } from '../terminal/paint.ts'
import type { Run } from '../terminal/run.ts'

interface ListOptions extends PlaceFlags {
  readonly search?: string
  readonly json?: true
}

/** The kinds of definitions by their names on the command line. */
const KINDS: ReadonlyMap<string, CatalogType> = new Map([
  ['metrics', 'METRIC'],
  ['dimensions', 'DIMENSION'],
  ['datasets', 'DATASET'],
  ['plans', 'PLAN'],
  ['views', 'ANALYSIS_VIEW'],
  ['columns', 'DATASET_COLUMN'],
])

/** Without a kind columns are left out: there are many, and datasets lead to them. */
const USUAL = [...KINDS.values()].filter((type) => type !== 'DATASET_COLUMN')

const EXAMPLE = `
Examples:
  $ tributary list --workspace examples/flights
  $ tributary list metrics --search late --workspace examples/flights`

/** Adds `tributary list [KIND]`, which lists what a workspace or a store defines. */
export function addList(command: Command, run: Run): void {
  command
    .addArgument(
      new Argument('[kind]', `only one kind: ${[...KINDS.keys()].join(', ')}`).argParser(
        parseCatalogKind,
      ),
    )
    .option(
      '--search <text>',
      'only what matches: a name, its beginning, words, or a misspelt name',
    )
    .option('--json', 'print an array of objects as JSON')
    .addHelpText('after', EXAMPLE)
    .action((kind: string | undefined, options: ListOptions) => list(kind, options, run))
  addPlaceFlags(command)
}

async function list(kind: string | undefined, options: ListOptions, run: Run): Promise<void> {
  const place = await resolveQuestionPlace(options, run.effects)
  const types = kind === undefined ? USUAL : [KINDS.get(kind)!]
  await askQuestion(place, run, async (session) => {
    const items = await everyItem(session, types, options.search)
    if (options.json) return run.print([JSON.stringify(items.map(toCatalogJson), null, 2)])
    if (items.length > 0) return run.print(renderItems(items, types, run.paint))
    const what = kind ?? 'definitions'
    const search = options.search === undefined ? '' : ` that fit "${printable(options.search)}"`
    run.print([`There are no ${what}${search}.`])
  })
}

/** All pages of a search. */
async function everyItem(
  { operations }: QuestionSession,
  types: readonly CatalogType[],
  search: string | undefined,
): Promise<readonly CatalogItemData[]> {
  const query = { types: [...types], limit: 200, ...(search !== undefined && { q: search }) }
  const items: CatalogItemData[] = []
  let cursor: string | null = null
  do {
    const next: { readonly cursor?: string } = cursor === null ? {} : { cursor }
    const page = await operations.searchCatalog({ ...query, ...next })
    items.push(...page.items)
    cursor = page.cursor
  } while (cursor !== null)
  return items
}

function toCatalogJson({ matched: _, ...item }: CatalogItemData): object {
  return item
}

function renderItems(
  items: readonly CatalogItemData[],
  types: readonly CatalogType[],
  paint: Paint,
): readonly string[] {
  const names = new Map([...KINDS].map(([name, type]) => [type, name]))
  const groups = types
    .map((type) => ({ type, members: items.filter((item) => item.type === type) }))
    .filter(({ members }) => members.length > 0)
  return groups.flatMap(({ type, members }, index) => [
    ...(index === 0 ? [] : ['']),
    paint('heading', `${names.get(type)} (${members.length})`),
    ...renderTable(COLUMNS, members.map(toCatalogCells), paint),
  ])
}

const COLUMNS: readonly Column[] = [
  { title: '', align: 'left', widest: 60 },
  { title: '', align: 'left', widest: 40 },
  { title: '', align: 'left', widest: 100 },
]

function toCatalogCells(item: CatalogItemData): readonly Cell[] {
  const { type, name, displayName, description, dataset } = item
  const label = type === 'DATASET_COLUMN' ? `${dataset}.${name}` : name
  return [
    { text: printable(label), role: 'title' },
    { text: displayName === name ? '' : printable(displayName), role: 'plain' },
    { text: printable(description), role: 'faint' },
  ]
}

/** Reads a kind in any case, in the singular too. */
function parseCatalogKind(text: string): string {
  const word = text.toLowerCase()
  const matchingKind = [...KINDS.keys()].find((kind) => kind === word || kind === `${word}s`)
  if (matchingKind !== undefined) return matchingKind
  const near = nearNames(word, KINDS.keys())
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
  throw new InvalidArgumentError(`Expected one of ${[...KINDS.keys()].join(', ')}.${hint}`)
}
