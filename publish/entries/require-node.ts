/**
 * Throws an Error with one sentence when this process runs on a Node older than the major version `needed`.
 *
 * @param packageName - the package that needs it, as the sentence names it.
 * @param found - the version of this Node, such as `22.12.0`.
 */
export function requireNode(
  packageName: string,
  needed: number,
  version: string = process.versions.node,
): void {
  if (Number.parseInt(version, 10) >= needed) return
  throw new Error(`${packageName} needs Node ${needed} or newer; this is Node ${version}.`)
}
