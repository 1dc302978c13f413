import { createPlatform, type SecretKind } from '@tributary/platform'
import { type Command, Option } from 'commander'
import { openWorkspace } from '../open-workspace.ts'
import type { Run } from '../run.ts'

interface CredentialOptions {
  readonly account: string
  readonly kind: SecretKind
  readonly data: string
}

/** Adds `tributary credential create DIR`, which makes a secret for an account. */
export function addCredential(program: Command, run: Run): void {
  program
    .command('credential')
    .description('manage the secrets by which callers prove who they are')
    .command('create')
    .description('make a secret for an account and print it, this once')
    .argument('<dir>', 'the folder with the YAML files')
    .requiredOption('--account <name>', 'the account that the secret stands for')
    .requiredOption('--data <dir>', 'the folder that `tributary start --data` uses too')
    .addOption(
      new Option('--kind <kind>', 'what callers give as auth-type')
        .choices(['APIKEY', 'TOKEN'] satisfies SecretKind[])
        .default('APIKEY'),
    )
    .action((folder: string, options: CredentialOptions) => create(folder, options, run))
}

async function create(
  folder: string,
  { account, kind, data }: CredentialOptions,
  { effects, print, progress }: Run,
): Promise<void> {
  const workspace = await openWorkspace(folder, effects.cwd)
  const platform = await createPlatform({ workspace, data, onProgress: progress.show })
  try {
    print([await platform.createCredential({ account, kind })])
  } finally {
    await platform.close()
  }
}
