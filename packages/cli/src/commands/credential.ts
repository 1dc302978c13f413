import { type Administration, createPlatform, type Platform } from '@tributary/platform'
import type { SecretKind } from '@tributary/platform/internal'
import { type Command, Option } from 'commander'
import { parseMoment } from '../flags/parse.ts'
import { addStoreFlags, requireStoreOptions, type StoreFlags } from '../flags/store.ts'
import { type Cell, type Column, renderTable } from '../render/table.ts'
import { printable } from '../render/text.ts'
import { openWorkspace } from '../session/open-workspace.ts'
import type { Run } from '../terminal/run.ts'

interface CredentialOptions extends StoreFlags {
  readonly tenant?: string
}

interface CreateOptions extends CredentialOptions {
  readonly account: string
  readonly kind: SecretKind
  readonly name?: string
  readonly expires?: Date
}

/** Adds `tributary credential`, with `create`, `list` and `revoke`. */
export function addCredential(credential: Command, run: Run): void {
  const subcommand = (name: string, description: string): Command =>
    addStoreFlags(
      credential
        .command(name)
        .description(description)
        .option('--tenant <id>', 'tenant, when the store has several'),
    )
  subcommand('create', 'create a secret for an account and print it, once')
    .argument('[dir]', 'folder with YAML files to apply first, when the store is empty')
    .requiredOption('--account <name>', 'account that the secret authenticates')
    .addOption(
      new Option('--kind <kind>', 'auth-type that callers send')
        .choices(['APIKEY', 'TOKEN'] satisfies SecretKind[])
        .default('APIKEY'),
    )
    .option('--name <text>', 'what the secret is for; `credential list` shows it')
    .option(
      '--expires <moment>',
      'from when it is refused, in UTC: 2027-01-31 or 2027-01-31T12:00:00Z',
      parseMoment,
    )
    .action((folder: string | undefined, options: CreateOptions) => create(folder, options, run))
  subcommand('list', 'list the secrets by account; their values are not shown').action(
    (options: CredentialOptions) => list(options, run),
  )
  subcommand('revoke', 'revoke a secret immediately')
    .argument('<id>', 'id that `tributary credential list` shows')
    .action((id: string, options: CredentialOptions) =>
      administer(options, run, (platform) =>
        platform.revokeCredential({ ...toTenantOption(options), id }),
      ),
    )
}

async function create(
  folder: string | undefined,
  options: CreateOptions,
  { effects, print, progress }: Run,
): Promise<void> {
  const place = requireStoreOptions(options, effects.cwd)
  const workspace =
    folder === undefined ? {} : { workspace: await openWorkspace(folder, effects.cwd) }
  const platform = await createPlatform({ ...place, ...workspace, onProgress: progress.show })
  try {
    const { account, kind, name, expires } = options
    const credential = { account, kind, ...(name && { name }), ...(expires && { expires }) }
    print([await platform.createCredential({ ...toTenantOption(options), ...credential })])
  } finally {
    progress.clear()
    await platform.close()
  }
}

async function list(options: CredentialOptions, run: Run): Promise<void> {
  const { paint, print } = run
  await administer(options, run, async (platform) => {
    const credentials = await platform.credentials(options.tenant)
    const titles = ['id', 'account', 'kind', 'name', 'created', 'expires']
    const columns = titles.map((title): Column => ({ title, align: 'left' }))
    const rows = credentials.map((credential) =>
      [
        credential.id,
        credential.account,
        credential.kind,
        credential.name ?? '',
        credential.createdAt,
        credential.expiresAt ?? 'never',
      ].map((text): Cell => ({ text: printable(text), role: 'plain' })),
    )
    print(renderTable(columns, rows, paint))
  })
}

async function administer(
  options: CredentialOptions,
  { effects }: Run,
  work: (platform: Administration) => Promise<void>,
): Promise<void> {
  const platform: Platform = await createPlatform(requireStoreOptions(options, effects.cwd))
  try {
    await work(platform)
  } finally {
    await platform.close()
  }
}

function toTenantOption({ tenant }: CredentialOptions): { readonly tenant?: string } {
  return tenant === undefined ? {} : { tenant }
}
