/** Names of months and their usual short forms, by month, beside the English names. */
const NAMES: readonly string[] = [
  'januar jan jänner jän janvier janv enero ene gennaio gen janeiro januari stycznia styczeń sty ledna leden led января январь янв ocak oca',
  'februar feb feber février févr fév febrero febbraio fevereiro fev februari lutego luty lut února únor úno февраля февраль фев февр şubat şub',
  'märz mär mrz mars marzo mar março maart mrt marts marca marzec března březen bře марта март мар mart',
  'april apr avril avr abril abr aprile kwietnia kwiecień kwi dubna duben dub апреля апрель апр nisan nis',
  'mai mayo may maggio mag maio mei maj maja května květen kvě мая май mayıs',
  'juni jun juin junio giugno giu junho czerwca czerwiec cze června červen čvn июня июнь июн haziran haz',
  'juli jul juillet juil julio luglio lug julho lipca lipiec lip července červenec čvc июля июль июл temmuz tem',
  'august aug août aoû agosto ago augustus augusti sierpnia sierpień sie srpna srpen srp августа август авг ağustos ağu',
  'september sep sept septembre septiembre setiembre set settembre setembro września wrzesień wrz září zář сентября сентябрь сен сент eylül eyl',
  'oktober okt octobre oct octubre ottobre ott outubro out października październik paź října říjen říj октября октябрь окт ekim eki',
  'november nov novembre noviembre novembro listopada listopad lis listopadu ноября ноябрь ноя нояб kasım kas',
  'dezember dez décembre déc diciembre dic dicembre dezembro december dec desember des grudnia grudzień gru prosince prosinec pro декабря декабрь дек aralık ara',
]

const ENGLISH: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/**
 * The month from 1 for its name in lower case, without a point: English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Swedish, Danish, Norwegian, Polish, Czech, Russian and Turkish. No name means two months.
 */
export const MONTHS_BY_NAME: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, i) =>
    [...names.split(' '), ENGLISH[i]!].map((name): [string, number] => [name, i + 1]),
  ),
)
