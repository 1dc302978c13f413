import { SHOP_FILES } from './shop.ts'

/**
 * The shop with people of every kind of right: `boss` owns everything, `keeper` has nothing but the category
 * `money` (ADMIN), `clerk` uses the metric `order_count` and the dimension `city`, `temp` had as much until
 * the end of June 2024, `nobody` has nothing.
 */
export const RIGHTS_SHOP: Readonly<Record<string, string>> = {
  ...SHOP_FILES,
  'workspace.yaml': `${SHOP_FILES['workspace.yaml']!.replace(
    /accounts:\n(?: {2}- .*\n)+/,
    '',
  ).replace(/(name: (?:revenue|basket),)/g, '$1 category: money,')}
accounts:
  - { account: boss, displayName: Boss, role: OWNER }
  - { account: manager, displayName: Manager, role: ADMIN }
  - { account: keeper, displayName: Keeper }
  - { account: clerk, displayName: Clerk }
  - { account: temp, displayName: Temp }
  - { account: nobody, displayName: Nobody }
categories:
  - { id: money, name: Money }
grants:
  - { account: keeper, role: ADMIN, category: money }
  - { account: keeper, role: USAGER, metric: revenue }
  - { account: clerk, role: USAGER, metric: order_count }
  - { account: clerk, role: USAGER, dimension: city }
  - { account: temp, role: USAGER, metric: order_count, expires: 2024-07-01T00:00:00Z }
  - { account: temp, role: OWNER, dimension: city, expires: 2024-07-01T00:00:00Z }
`,
}
