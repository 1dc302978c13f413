// The scripts run the TypeScript sources as they are, which an older Node cannot.
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(
    `Tributary needs Node 24 or later, and this is ${process.version}. ` +
      'It installs its own: run "npx -y pnpm@12.21.0 install", look for an error there, and try again.',
  )
  process.exit(1)
}
