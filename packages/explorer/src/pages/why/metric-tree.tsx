import type { TreeComparisonData } from '@tributary/contract'
import type { JSX } from 'preact'
import { treeQuestion } from '../../answers/compare.ts'
import { hrefOf } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { numbers, texts } from '../../text/language.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { changeText, valueText } from './words.ts'

type TreeNode = TreeComparisonData['nodes'][number]

/** The metrics that the metric is computed from, each with its change and what it contributes to the one above. */
export function MetricTree(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, comparison, subject } = props
  const { why } = texts.value
  const asked = useAnswer(treeQuestion(state.metric, comparison))
  return (
    <Frame asked={asked} height={240}>
      {({ nodes, names }) =>
        nodes.length < 2 ? (
          <p class="note">{why.tree.single(subject.displayName)}</p>
        ) : (
          <div class="scroll">
            <table>
              <caption>{why.tree.caption(subject.displayName)}</caption>
              <thead>
                <tr>
                  <th scope="col">{why.tree.metric}</th>
                  <th scope="col">{comparison.labels.compare}</th>
                  <th scope="col">{comparison.labels.current}</th>
                  <th scope="col">{why.columns.growth}</th>
                  <th scope="col">{why.columns.growthRate}</th>
                  <th scope="col">{why.columns.contribution}</th>
                  <th scope="col">{why.columns.share}</th>
                </tr>
              </thead>
              <tbody>
                {depthFirst(nodes).map(({ node, depth }) => (
                  <Node
                    key={node.node}
                    {...props}
                    {...{ node, depth }}
                    known={names.get(node.metric) ?? null}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Frame>
  )
}

interface NodeProps extends BreakdownProps {
  readonly node: TreeNode
  readonly depth: number
  /** The name for people; null for what is no metric of the catalog. */
  readonly known: string | null
}

function Node({ node, depth, known, state, subject }: NodeProps): JSX.Element {
  const growth = node.growth === null ? null : Number(node.growth)
  const rate = node.growthRate === null ? null : Number(node.growthRate)
  const isSelf = node.parent === null
  const label = isSelf ? subject.displayName : (known ?? node.metric)
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: `${8 + depth * 24}px` }}>
        {isSelf || known === null ? (
          <strong>{label}</strong>
        ) : (
          <a href={hrefOf({ page: 'why', state: { ...state, metric: node.metric, by: null } })}>
            {label}
          </a>
        )}
        {node.expression !== null && <div class="hint">{methodText(node)}</div>}
      </th>
      <td title={String(node.compareValue ?? '')}>{valueText(node.compareValue)}</td>
      <td title={String(node.currentValue ?? '')}>{valueText(node.currentValue)}</td>
      <td title={node.growth ?? ''}>{changeText(growth)}</td>
      <td>{rate === null ? '–' : numbers.value.rate(rate)}</td>
      <td class="main">{changeText(node.contribution)}</td>
      <td class="share">
        {node.relativeContributionRate === null
          ? '–'
          : numbers.value.share(node.relativeContributionRate)}
      </td>
    </tr>
  )
}

/** The nodes with children below their parents. */
function depthFirst(nodes: readonly TreeNode[]): readonly { node: TreeNode; depth: number }[] {
  const below = (parent: string | null, depth: number): { node: TreeNode; depth: number }[] =>
    nodes
      .filter((node) => node.parent === parent)
      .flatMap((node) => [{ node, depth }, ...below(node.node, depth + 1)])
  return below(null, 0)
}

function methodText({ method, reason }: TreeNode): string {
  return method === null ? (reason ?? '') : (texts.value.why.tree.methods[method] ?? method)
}
