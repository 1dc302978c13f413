import { createHash } from 'node:crypto'

/** Options of {@link planMerge}. Definitions are texts by keys such as `metrics/revenue`. */
export interface PlanMergeOptions {
  /** The definitions of the import. */
  readonly wanted: ReadonlyMap<string, string>
  /** The present definitions from earlier imports of the same file. */
  readonly before: ReadonlyMap<string, string>
  /** Where other definitions are. */
  readonly elsewhere: ReadonlyMap<string, string>
  /** The hashes of what the last import of the file wrote; absent for the first. */
  readonly hashes: Readonly<Record<string, string>> | undefined
  /** Whether what was edited since the last import is replaced. */
  readonly theirs: boolean
  /** Whether what the file has no more is removed. */
  readonly prune: boolean
  /** The name of that option for the caller, in reasons: `--prune`. */
  readonly pruneOption: string
}

/** The changes of an import. */
export interface MergePlan {
  /** The definitions after the import. */
  readonly items: ReadonlyMap<string, string>
  /** The hashes to remember, by key. */
  readonly hashes: Readonly<Record<string, string>>
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Definitions that stay unchanged, with the reason. */
  readonly kept: readonly { readonly key: string; readonly reason: string }[]
}

/** Plans the changes of an import: definitions of an earlier import of its file that were not edited since, and new ones. */
export function planMerge(options: PlanMergeOptions): MergePlan {
  const { wanted, before, elsewhere, hashes, theirs: overwritesEdits, prune, pruneOption } = options
  const items = new Map<string, string>()
  const written = new Map<string, string>()
  const [added, changed, removed]: [string[], string[], string[]] = [[], [], []]
  const retainedDefinitions: { key: string; reason: string }[] = []
  const isEdited = (key: string, text: string): boolean =>
    hashes?.[key] !== hashDefinitionText(text)
  for (const [key, text] of wanted) {
    const place = elsewhere.get(key)
    if (place !== undefined) {
      if (!key.startsWith('datasources/'))
        retainedDefinitions.push({ key, reason: `it is defined in ${place}` })
      continue
    }
    const old = before.get(key)
    if (old !== undefined && old !== text && isEdited(key, old) && !overwritesEdits) {
      items.set(key, old)
      // The hash is that of no text, so that the edit is still one.
      written.set(key, '')
      retainedDefinitions.push({ key, reason: 'it was edited since the last import' })
      continue
    }
    items.set(key, text)
    written.set(key, text)
    if (old === undefined) added.push(key)
    else if (old !== text) changed.push(key)
  }
  for (const [key, text] of before) {
    if (wanted.has(key) || elsewhere.has(key)) continue
    const isOurs = hashes?.[key] !== undefined && !isEdited(key, text)
    if (prune && isOurs) removed.push(key)
    else {
      items.set(key, text)
      if (isOurs) written.set(key, text)
      const reason = isOurs
        ? `the file has it no more; ${pruneOption} removes it`
        : 'it was added or edited by hand'
      retainedDefinitions.push({ key, reason })
    }
  }
  const remembered = Array.from(written, ([key, text]) => [key, hashDefinitionText(text)] as const)
  return {
    items,
    hashes: Object.fromEntries(remembered.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    added,
    changed,
    removed,
    kept: retainedDefinitions,
  }
}

function hashDefinitionText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
