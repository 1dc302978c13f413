/**
 * What `pnpm pack` writes into the package.json of a tarball; docs/decisions/0016-packages-that-install.md says why.
 * The condition `@tributary/source` names files that are not in the tarball. Our own packages are dependencies and peers:
 * one version and one copy of each, which pnpm takes from the project when it has them there.
 */
export const hooks = {
  beforePacking({ devDependencies: _dev, scripts: _scripts, ...manifest }) {
    const ours = Object.entries(manifest.dependencies ?? {}).filter(([name]) =>
      name.startsWith('@tributary/'),
    )
    return {
      ...manifest,
      exports: withoutSource(manifest.exports),
      ...(ours.length > 0 && { peerDependencies: Object.fromEntries(ours) }),
    }
  },
}

function withoutSource(exports) {
  if (typeof exports !== 'object' || exports === null) return exports
  const kept = Object.entries(exports).filter(([condition]) => condition !== '@tributary/source')
  return Object.fromEntries(kept.map(([name, target]) => [name, withoutSource(target)]))
}
