import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LineageState } from '../../address/lineage-state.ts'
import { readSelector, selectorText } from '../../address/selector.ts'
import { getClient } from '../../answers/client.ts'
import { classifyFailure } from '../../answers/failure.ts'
import { texts } from '../../text/language.ts'

interface SelectorFieldProps {
  readonly state: LineageState
  readonly change: (part: Partial<LineageState>) => void
}

const LOOKED_AT = 20

/** The neighbourhood as one line, which can be written. A name that is not that of the asset in the middle is looked up. */
export function SelectorField({ state, change }: SelectorFieldProps): JSX.Element {
  const { lineage, states } = texts.value
  const [problem, setProblem] = useState<string | null>(null)
  const currentText = selectorText(state)
  const submit = async (text: string) => {
    const read = readSelector(text)
    if (read === null) {
      setProblem(lineage.selectorHint)
      return
    }
    try {
      const asset = await find(read.name, state)
      setProblem(asset === null ? lineage.noAsset(read.name) : null)
      if (asset !== null) change({ ...asset, up: read.up, down: read.down, open: [], pick: null })
    } catch (error) {
      const failure = classifyFailure(error)
      setProblem('message' in failure ? failure.message : states.unreachable)
    }
  }
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        submit(String(new FormData(event.currentTarget).get('selector')))
      }}
    >
      <label>
        {lineage.selector}{' '}
        <input
          name="selector"
          key={currentText}
          defaultValue={currentText}
          spellcheck={false}
          size={32}
        />
      </label>
      {problem !== null && (
        <span class="note" role="alert">
          {problem}
        </span>
      )}
    </form>
  )
}

/** The asset of a name: its id, or its type and its id; the one in the middle first. Null for none. */
async function find(
  name: string,
  state: LineageState,
): Promise<Pick<LineageState, 'type' | 'id'> | null> {
  const { type, id } = state
  if (name === id || name === `${type}:${id}`) return { type, id }
  const { vertexList } = await getClient().searchLineage({
    q: name.replace(/^[A-Z_]+:/, ''),
    limit: LOOKED_AT,
  })
  const vertex = vertexList.find(
    ({ vertexType, vertexId, displayName }) =>
      name === vertexId || name === `${vertexType}:${vertexId}` || name === displayName,
  )
  return vertex === undefined ? null : { type: vertex.vertexType, id: vertex.vertexId }
}
