import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { currentWeekStart, startWeeksOn } from './calendar.ts'
import { datasets } from './dataset.ts'
import { type Disagreement, disagreements } from './disagreement.ts'
import type { Door, Doors } from './doors.ts'
import { questions } from './question.ts'
import { type Case, shrunk } from './shrink.ts'

/** How much to search. */
export interface Search {
  readonly seed: number
  readonly datasets: number
  /** Of each dataset. */
  readonly questions: number
  /** Whether a question is asked at one door beside the first, or none, and not at five. @defaultValue false */
  readonly isQuick?: boolean
  /** How long a case is made smaller, in seconds. @defaultValue 60 */
  readonly shrink?: number
}

/** Asks random questions about random datasets; throws at the first disagreement, with the path of the smallest case. */
export async function search(doors: Doors, how: Search): Promise<void> {
  const { seed, questions: perDataset } = how
  for (const [index, dataset] of fc
    .sample(fc.noBias(datasets), { seed, numRuns: how.datasets })
    .entries()) {
    await doors.load(dataset)
    // The weeks of half of the datasets start on Monday.
    startWeeksOn(index % 2 === 0 ? 'SUNDAY' : 'MONDAY')
    const some = fc.sample(fc.noBias(questions), { seed: seed + index + 1, numRuns: perDataset })
    for (const [number, question] of some.entries()) {
      const fitting = doors.all.filter(({ fits }) => fits?.(dataset, question) !== false)
      const asked = doorsFor(fitting, number, how.isQuick === true)
      const found = await disagreements(dataset, question, { zone: doors.zone, all: asked })
      if (found.length === 0) continue
      throw await failure(doors, { dataset, question }, { ...how, found })
    }
  }
}

/** The first door and some of the others, which take turns; those that only some runs have, with each sixth question. */
function doorsFor(
  [first, ...rest]: readonly Door[],
  number: number,
  isQuick: boolean,
): readonly Door[] {
  const extra = number % 6 === 4 ? rest.filter((door) => door.isExtra) : []
  const usual = rest.filter((door) => !door.isExtra)
  const slow = usual.filter((door) => door.isSlow)
  const quick = usual.filter((door) => !door.isSlow)
  const turn = (doors: readonly Door[], at: number) => doors[at % doors.length]!
  if (!isQuick) return [first!, ...quick, turn(slow, number), turn(slow, number + 3), ...extra]
  const others = [
    ...(number % 2 === 0 ? [turn(quick, number / 2)] : []),
    ...(number % 6 === 1 ? [turn(slow, (number - 1) / 6)] : []),
  ]
  return [first!, ...others, ...extra]
}

async function failure(
  doors: Doors,
  one: Case,
  { seed, shrink, found }: Search & { readonly found: readonly Disagreement[] },
): Promise<Error> {
  const wanted = found[0]!.door
  const asked = doors.all.filter(({ name }, index) => index === 0 || name === wanted)
  let loaded = one.dataset
  const least = await shrunk(
    one,
    async ({ dataset, question }) => {
      if (dataset !== loaded) await doors.load(dataset)
      loaded = dataset
      return (await disagreements(dataset, question, { zone: doors.zone, all: asked })).some(
        ({ door }) => door === wanted,
      )
    },
    shrink,
  )
  const path = join(await mkdtemp(join(tmpdir(), 'tributary-case-')), 'case.json')
  await writeFile(
    path,
    `${JSON.stringify({ zone: doors.zone, weekStart: currentWeekStart(), ...least }, null, 1)}\n`,
  )
  const told = found.map(({ door, problem }) => `${door}: ${problem}`).join('\n')
  return new Error(
    `The doors disagree (seed ${seed}).\n${told}\nThe smallest case is in ${path}; node test/differential/replay.ts ${path} asks it again.`,
  )
}
