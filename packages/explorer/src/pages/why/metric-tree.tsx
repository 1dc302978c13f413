import type { TreeComparisonData } from '@tributary/contract'
import { type NumberForm, PLAIN } from '@tributary/core/numbers'
import type { JSX } from 'preact'
import { type MetricDetails, treeQuestion } from '../../answers/compare.ts'
import { toPageHref } from '../../answers/place.ts'
import { useAnswer } from '../../answers/use-answer.ts'
import { Frame } from '../../parts/frame.tsx'
import { texts } from '../../text/language.ts'
import { createNumberStyle, rateText, shareText } from '../../text/numbers.ts'
import type { BreakdownProps } from './breakdown-props.ts'
import { WindowHead } from './window-head.tsx'
import { exactly } from './words.ts'

type TreeNode = TreeComparisonData['nodes'][number]

/** The metrics that the metric is computed from, each with its change and what it contributes to the one above. */
export function MetricTree(props: BreakdownProps & { readonly name: string }): JSX.Element {
  const { state, comparison, subject } = props
  const { why } = texts.value
  const answerState = useAnswer(treeQuestion(state.metric, comparison))
  return (
    <Frame answerState={answerState} height={240}>
      {({ nodes, metricDetails }) =>
        nodes.length < 2 ? (
          <p class="note">{why.tree.single(subject.displayName)}</p>
        ) : (
          <div class="scroll">
            <table>
              <caption>{why.tree.caption(subject.displayName)}</caption>
              <thead>
                <tr>
                  <th scope="col">{why.tree.metric}</th>
                  <WindowHead label={comparison.labels.compare} />
                  <WindowHead label={comparison.labels.current} />
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
                    node={node}
                    depth={depth}
                    metricDetail={metricDetails.get(node.metric) ?? null}
                    above={nodes.find((treeNode) => treeNode.node === node.parent) ?? null}
                    formOf={(metric) => metricDetails.get(metric)?.form ?? PLAIN}
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
  /** Its name and number form; null for a node that is no metric of the catalog. */
  readonly metricDetail: MetricDetails | null
  /** The node it contributes to; null for the root. */
  readonly above: TreeNode | null
  readonly formOf: (metric: string) => NumberForm
}

function Node({
  node,
  depth,
  metricDetail,
  above,
  formOf,
  state,
  subject,
}: NodeProps): JSX.Element {
  const { growth, growthRate, contribution } = node
  const compareValue = node.compareValueText ?? node.compareValue
  const currentValue = node.currentValueText ?? node.currentValue
  const form = node.parent === null ? subject.form : formOf(node.metric)
  const style = createNumberStyle(form, { values: [compareValue, currentValue], changes: [growth] })
  // It contributes in the unit of the one above.
  const unitOf = above === null || above.parent === null ? subject.form : formOf(above.metric)
  const part = createNumberStyle(unitOf, { values: [contribution], changes: [contribution] })
  const isSelf = node.parent === null
  const label = isSelf ? subject.displayName : (metricDetail?.displayName ?? node.metric)
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: `${8 + depth * 24}px` }}>
        {isSelf || metricDetail === null ? (
          <strong>{label}</strong>
        ) : (
          <a href={toPageHref({ page: 'why', state: { ...state, metric: node.metric, by: null } })}>
            {label}
          </a>
        )}
        {node.expression !== null && <div class="hint">{methodText(node)}</div>}
      </th>
      <td {...exactly(compareValue)}>{style.value(compareValue)}</td>
      <td {...exactly(currentValue)}>{style.value(currentValue)}</td>
      <td {...exactly(growth)}>{style.change(growth)}</td>
      <td {...exactly(growthRate)}>{rateText(growthRate)}</td>
      <td class="main" {...exactly(contribution)}>
        {part.change(contribution)}
      </td>
      <td class="share">{shareText(node.relativeContributionRate)}</td>
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
