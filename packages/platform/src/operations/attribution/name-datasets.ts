import type { AttributionRequest } from '@tributary/attribution'

/** Plans whose warnings name datasets, without these names where all of them have one dataset. */
export function nameSeveralDatasets(
  plans: readonly AttributionRequest[],
): readonly AttributionRequest[] {
  const names = new Set(
    plans.flatMap((plan) => [plan, ...(plan.otherFacts ?? [])].map(({ dataset }) => dataset)),
  )
  return names.size > 1 ? plans : plans.map(({ dataset: _, ...plan }) => plan)
}
