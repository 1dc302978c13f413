import type { SqlNode } from './sql-tree.ts'

/**
 * A quotient without its guard against zero: of `x / NULLIF(y, 0)`, of `CASE WHEN y = 0 THEN NULL ELSE x / y END` and of
 * the same with IF. A quotient by zero is NULL here, so the value is the same. Other nodes are returned as they are.
 */
export function removeGuard(node: SqlNode): SqlNode {
  if (node.kind === 'binary' && node.op === '/') {
    const divisor = findGuardedDivisor(node.right)
    return divisor === null ? node : { ...node, right: divisor }
  }
  const choice = toChoice(node)
  if (choice === null) return node
  const { condition, result, otherwise } = choice
  if (isNull(result) && isQuotientBy(otherwise, findZeroOperand(condition, ['=', '=='])))
    return otherwise!
  if (isNull(otherwise) && isQuotientBy(result, findZeroOperand(condition, ['<>', '!='])))
    return result
  return node
}

function findGuardedDivisor(node: SqlNode): SqlNode | null {
  if (node.kind !== 'call' || node.args.length === 0) return null
  if (node.name === 'NULLIFZERO') return node.args[0]!
  const isGuard = node.name === 'NULLIF' && node.args.length === 2 && isZero(node.args[1]!)
  return isGuard ? node.args[0]! : null
}

interface Choice {
  readonly condition: SqlNode
  readonly result: SqlNode
  readonly otherwise: SqlNode | null
}

function toChoice(node: SqlNode): Choice | null {
  if (node.kind === 'case' && node.operand === null && node.whens.length === 1) {
    const [{ when, result }] = node.whens as [(typeof node.whens)[number]]
    return { condition: when, result, otherwise: node.otherwise }
  }
  if (node.kind !== 'call' || !/^IFF?$/.test(node.name) || node.args.length < 2) return null
  const [condition, result, otherwise = null] = node.args as [SqlNode, SqlNode, SqlNode?]
  return { condition, result, otherwise }
}

/** The operand that a condition compares with zero; null for other conditions. */
function findZeroOperand(node: SqlNode, operators: readonly string[]): SqlNode | null {
  if (node.kind !== 'binary' || !operators.includes(node.op)) return null
  if (isZero(node.right)) return node.left
  return isZero(node.left) ? node.right : null
}

function isQuotientBy(node: SqlNode | null, divisor: SqlNode | null): boolean {
  if (node?.kind !== 'binary' || node.op !== '/' || divisor === null) return false
  return isSame(node.right, divisor)
}

function isNull(node: SqlNode | null): boolean {
  return node === null || (node.kind === 'constant' && node.value === null)
}

function isZero(node: SqlNode): boolean {
  return node.kind === 'number' && Number(node.raw) === 0
}

function isSame(a: SqlNode, b: SqlNode): boolean {
  const written = (node: SqlNode): string =>
    JSON.stringify(node, (key, value) =>
      /^(span|nameSpan|isGrouped)$/.test(key) ? undefined : value,
    )
  return written(a) === written(b)
}
