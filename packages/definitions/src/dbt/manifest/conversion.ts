import type { Place } from '../../draft/place.ts'
import { readFilterTemplates, readSpan } from './inputs.ts'
import type { DbtMeasure } from './measures.ts'

/** Base events that later events follow. */
export interface DbtConversion {
  readonly base: DbtEvent
  readonly event: DbtEvent
  /** The simple metric of the base events, where there is one. */
  readonly baseMetric: string | null
  readonly isRate: boolean
  /** The entity that both events have. */
  readonly entity: string
  /** `7 day`; null for however much later. */
  readonly window: string | null
  /** Other properties that both events share. */
  readonly constants: readonly { readonly base: string; readonly event: string }[]
}

/** An event of a conversion, and how it is counted. */
export interface DbtEvent {
  readonly measure: DbtMeasure
  readonly filters: readonly string[]
  readonly insteadOfNull: number | null
}

/** Reads a conversion; `measureOf` gives the measure that a place names. */
export function readConversion(
  at: Place,
  findMeasure: (place: Place) => DbtMeasure,
): DbtConversion | null {
  if (at.key('base_measure').isAbsent) return null
  const readEvent = (place: Place): DbtEvent => ({
    measure: findMeasure(place),
    filters: typeof place.value === 'string' ? [] : readFilterTemplates(place),
    insteadOfNull:
      typeof place.value === 'string' ? null : place.key('fill_nulls_with').optionalNumber(),
  })
  const calculation = at.key('calculation')
  return {
    base: readEvent(at.key('base_measure')),
    event: readEvent(at.key('conversion_measure')),
    baseMetric: null,
    isRate:
      calculation.isAbsent ||
      calculation.word(['conversion_rate', 'conversions']) === 'conversion_rate',
    entity: at.key('entity').name(),
    window: readSpan(at.key('window')),
    constants: at
      .key('constant_properties')
      .items()
      .map((property) => ({
        base: property.key('base_property').name(),
        event: property.key('conversion_property').name(),
      })),
  }
}
