import { splitWords, toSingular } from './unique-names.ts'

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

const KEY_WORDS = toWordSet(
  'id ids code key no nr num number sku iata icao isbn uuid guid ssn vat nummer codigo numero',
)

/** Words for a single person, thing or place: a whole number in a column that is called so names it. */
const ENTITY_WORDS = toWordSet(
  'agent company customer client user account store shop branch employee seller vendor supplier product item article player team driver rider patient student member order invoice ticket session device station stop trip flight route tail ward county district department warehouse dept campaign channel hotel property host listing movie song course teacher doctor nurse machine sensor bike vehicle zone precinct parcel sector party kunde artikel filiale',
)

/** Words of numbers that are codes, places or parts of dates: they are neither added nor averaged. */
const CODE_WORDS = toWordSet(
  'zip postal postcode zipcode plz phone fax ean upc gtin barcode lat latitude lon lng long longitude fips naics sic year yr jahr month day hour minute weekday dow week quarter rank position version index idx cluster group type class category level grade stage tier round season line row seq sequence serial bin bucket iteration epoch seed sex gender race ethnicity status kind mode label sign flag monat tag woche stunde annee mois mes ano anno mese sexe sexo sesso geschlecht genero genre tz timezone пол год месяц день категория класс номер код этап',
)

/** Words of numbers of which an average says more than a sum. */
const LEVEL_WORDS = toWordSet(
  'rate ratio percent percentage pct perc prop proportion fraction frac share price humid dewp visib avg average mean median temp temperature score rating stars age ages speed velocity height width length weight mass depth pressure humidity margin discount density expect expectation expectancy per min max minimum maximum fertility wind elevation altitude adr arpu aov cpc cpm ctr roi rpm gpa bmi nps mpg horsepower displacement acceleration cylinders magnitude concentration ph intensity brightness voltage frequency latency yield probability prob likelihood confidence index close open high low volatility return returns std stddev variance z iq preis einzelpreis kurs quote anteil alter prozent prix taux tasa precio edad porcentaje tipp satisfaction quality radius diameter angle hdi gini x y z carat prezzo prezzi preco pris prijs cena ceny цена цены стоимость курс доля процент рейтинг возраст температура вес рост скорость temperatura temperatur temperature gewicht gewichte poids peso hohe breite lange largeur hauteur longueur altezza larghezza altura anchura eta idade vitesse velocidad velocita tmax tmin tavg tmean alt elev cadence heartrate bpm watts rpms durchschnitt moyenne media promedio bewertung note noten voto punteggio rabatt remise sconto descuento percentuale tasso quota',
)

/** Words of numbers that count or add up, whatever stands beside them: the total price is no level. */
const TOTAL_WORDS = toWordSet(
  'total totals sum count counts amount qty quantity revenue sales turnover gesamt summe anzahl menge umsatz cantidad nombre volume totale importo importe montant ventes ventas vendite fatturato ricavo ricavi ingresos betrag erlos anzahl quantita quantite quantidade итого сумма выручка оборот продажи количество объем',
)

/** Words of numbers that there are at a moment: they add up over places, and not over time. */
const MOMENT_WORDS = toWordSet(
  'pop population inhabitants headcount employees staff inventory balance balances backlog capacity headcounts einwohner bestand saldo stock stocks outstanding onhand holdings aum cash debt debts',
)

/** Parts of names in scripts without blanks between words. */
const LEVEL_PARTS =
  /价格|單價|单价|價格|価格|単価|均价|平均|比例|比率|百分比|占比|温度|湿度|年龄|年齢|身高|体重|评分|가격|단가|비율|온도|나이/u
const AMOUNT_PARTS =
  /总额|總額|合计|合計|销售额|銷售額|销量|売上|数量|數量|金额|金額|收入|人数|次数|매출|수량|합계|총액/u

/** The word that says what a name is about: the one before "of" or "per", otherwise the last one. */
function findHead(words: readonly string[]): string {
  const preposition = words.findIndex(
    (word, i) => i > 0 && /^(of|per|by|in|at|for|from|to|de)$/.test(word),
  )
  return (preposition > 0 ? words[preposition - 1] : words.at(-1)) ?? ''
}

/** Whether a name says that its numbers count something: `number_of_reviews`, `num_items`, `n_rooms`. */
function isCountName(words: readonly string[]): boolean {
  const [first, second] = words
  if (words.length > 2 && /^(number|no|nr|num|count)$/.test(first!) && second === 'of') return true
  return words.length > 1 && /^(num|n|nb|nbr|cnt)$/.test(first!)
}

/** Whether a name is that of a number in the calendar, such as a week number. */
function isDatePartNumber(words: readonly string[]): boolean {
  const [part, last] = words.slice(-2)
  return (
    /^(number|no|nr|num)$/.test(last ?? '') && /^(week|month|day|year|quarter|hour)$/.test(part!)
  )
}

/** Whether the name of a column says that it names things. */
export function isKeyName(name: string): boolean {
  const words = splitWords(name)
  if (isCountName(words) || isDatePartNumber(words)) return false
  // Written as one word: cowcode2, pidnum.
  if (words.some((word) => /^\p{L}{2,}(code|num)\d*$/u.test(word))) return true
  return KEY_WORDS.has(findHead(words)) || KEY_WORDS.has(words.at(-1) ?? '') || words[0] === 'id'
}

/** The use that the name of a column of numbers tells. */
export type NamedUse = 'KEY' | 'CODE' | 'LEVEL' | 'MOMENT' | 'AMOUNT'

/** The use of a column of numbers that its name tells; whole numbers may be names of things. */
export function findNamedUse(name: string, isWhole: boolean): NamedUse {
  const words = splitWords(name)
  const [head, last] = [findHead(words), words.at(-1) ?? '']
  if (isCountName(words)) return 'AMOUNT'
  if (isWhole && isKeyName(name)) return 'KEY'
  if (isWhole && ENTITY_WORDS.has(last) && last === toSingular(last)) return 'KEY'
  const isTotal = words.some((word) => TOTAL_WORDS.has(word)) || AMOUNT_PARTS.test(name)
  if (words.some((word) => /^(avg|average|mean|median|per)$/.test(word)) || /%/.test(name))
    return 'LEVEL'
  if (/平均|均价/u.test(name)) return 'LEVEL'
  if (isTotal) return 'AMOUNT'
  if (words.some((word) => MOMENT_WORDS.has(word))) return 'MOMENT'
  if (isDatePartNumber(words) || CODE_WORDS.has(head) || CODE_WORDS.has(last) || isPlaceName(words))
    return 'CODE'
  if (words.some((word) => LEVEL_WORDS.has(word)) || LEVEL_PARTS.test(name)) return 'LEVEL'
  return isWhole && /^(year|yr|jahr)$/.test(words[0] ?? '') ? 'CODE' : 'AMOUNT'
}

function isPlaceName(words: readonly string[]): boolean {
  return words.some((word) => /^(lat|latitude|lon|lng|longitude|zip|postcode|fips)$/.test(word))
}

/** Whether a name is that of an amount of money which is the product of a quantity and a price. */
export function isRevenueName(name: string): boolean {
  return (
    splitWords(name).some((word) =>
      /^(revenue|sales|amount|total|turnover|umsatz|betrag|subtotal|cost|value|gross|net|totale|importo|importe|montant|ventes|ventas|vendite|fatturato|ricavo|ingresos|erlos|итого|сумма|выручка)$/.test(
        word,
      ),
    ) || /总额|總額|销售额|金额|金額|收入|売上|매출/u.test(name)
  )
}

/** Whether a name is that of a number of pieces. */
export function isQuantityName(name: string): boolean {
  return /^(order |ordered |item )?(quantity|qty|units|pieces|menge|anzahl|stuck|cantidad|quantite|quantita|quantidade|количество|数量|數量|수량|units sold|qty ordered)$/.test(
    splitWords(name).join(' '),
  )
}

/** Whether a name is that of the price of a piece. */
export function isUnitPriceName(name: string): boolean {
  return /^((unit|item|list|sale|price) ?)?(price|preis|einzelpreis|stuckpreis|prix|prix unitaire|precio|precio unitario|prezzo|prezzo unitario|preco|preco unitario|цена|单价|單價|価格|単価|价格|가격|단가|price each|price per unit|unitprice)$/.test(
    splitWords(name).join(' '),
  )
}

/** Words of a column that is a time, though its numbers cannot be read as one. */
const TIME_NAMES = toWordSet('date datetime timestamp ts datum fecha')

/** Whether numbers that are read as no time are one: `date`, or a clock such as `dep_time` with 5 to 2359. */
export function isTimeOfNumbers(
  name: string,
  { min, max }: { readonly min: number | null; readonly max: number | null },
): boolean {
  const words = splitWords(name)
  const last = words.at(-1) ?? ''
  if (TIME_NAMES.has(last) || words.join(' ') === 'time') return true
  return last === 'time' && min !== null && min >= 0 && max !== null && max >= 2200 && max <= 2400
}

/** Whether a column has no name of its own, or one that programs give to the numbers of rows. */
export function isRowNumberName(name: string): boolean {
  return /^(column ?\d+|unnamed.*|index|idx|x|row ?names?|row|rownum|row ?number|no|nr|c0|)$/.test(
    splitWords(name).join(' '),
  )
}

/** Whether a name is that of a day in the life of a person or thing, which says nothing about when the row was. */
export function isBirthName(name: string): boolean {
  return (
    splitWords(name).some((word) =>
      /^(birth|birthday|birthdate|born|dob|geburt|geburtsdatum|geburtstag|geboren|naissance|nacimiento|nascita|nascimento|рождения|founded|established)$/.test(
        word,
      ),
    ) || /出生|生日|생년월일/u.test(name)
  )
}
