import { expect, it } from 'vitest'
import { UnreadableCell } from '#shared/cells/cell.ts'
import { openRows } from './read.ts'

async function read(cell: string) {
  const [row] = await Array.fromAsync(openRows(Buffer.from(`a,b\n1,${cell}\n`)).rows)
  return row && 'record' in row ? row.record.b : row
}

/** Of Excel, LibreOffice and Google Sheets, by language. */
const ERRORS = {
  English:
    '#N/A #REF! #VALUE! #DIV/0! #NAME? #NUM! #NULL! #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #BUSY! #UNKNOWN! #ERROR! #GETTING_DATA Err:502',
  German:
    '#NV #BEZUG! #WERT! #DIV/0! #NAME? #ZAHL! #NULL! #ÜBERLAUF! #KALK! #FELD! #DATEN_ABRUFEN Err:502 Fehler:502',
  French:
    '#N/A #REF! #VALEUR! #DIV/0! #NOM? #NOMBRE! #NUL! #PROPAGATION! #CHAMP! #CHARGEMENT_DONNEES Err:509 Erreur:509',
  Spanish: '#N/D #¡REF! #¡VALOR! #¡DIV/0! #¿NOMBRE? #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #OBTENIENDO_DATOS',
  Italian: '#N/D #RIF! #VALORE! #DIV/0! #NOME? #NUM! #NULLO! #ESPANSIONE! #ESTRAZIONE_DATI_IN_CORSO',
  Portuguese: '#N/D #N/DISP #REF! #VALOR! #DIV/0! #NOME? #NÚM! #NULO! #DESPEJAR! Erro:502',
  Dutch: '#N/B #VERW! #WAARDE! #DEEL/0! #NAAM? #GETAL! #LEEG! #OVERLOOP! Fout:502',
  Polish: '#N/D! #ADR! #ARG! #DZIEL/0! #NAZWA? #LICZBA! #ZERO! Błąd:502',
  Danish: '#I/T #REFERENCE! #VÆRDI! #DIVISION/0! #NAVN? #NUM! #NUL! Fejl:502',
  Norwegian: '#I/T #REF! #VERDI! #DIV/0! #NAVN? #TALL! Feil:502',
  Swedish: '#SAKNAS! #REFERENS! #VÄRDEFEL! #DIVISION/0! #NAMN? #OGILTIGT! #SKÄRNING! Fel:502',
  Finnish: '#PUUTTUU! #VIITTAUS! #ARVO! #JAKO/0! #NIMI? #LUKU! #TYHJÄ! Virhe:502',
  Czech: '#NENÍ_K_DISPOZICI #ODKAZ! #HODNOTA! #DĚLENÍ_NULOU! #NÁZEV? #ČÍSLO! Chyba:502',
  Hungarian: '#HIÁNYZIK #HIV! #ÉRTÉK! #ZÉRÓOSZTÓ! #NÉV? #SZÁM! #NULLA! Hiba:502',
  Turkish: '#YOK #BAŞV! #DEĞER! #SAYI/0! #AD? #SAYI! #BOŞ!',
  Russian: '#Н/Д #ССЫЛКА! #ЗНАЧ! #ДЕЛ/0! #ИМЯ? #ЧИСЛО! #ПУСТО! Ошибка:502',
  any: '#### Loading...',
}

it.each(Object.entries(ERRORS))('the errors of a spreadsheet in %s are no text', async (_, errors) => {
  for (const error of errors.split(' '))
    expect([error, await read(` ${error} `)]).toEqual([
      error,
      new UnreadableCell(`column B: the cell is the error ${error}`, error),
    ])
})

it.each(['#1', '#1!', '# 12', '#sold', '#sold!', '#BU61', 'No. #3', 'C#!', 'Loading', '#'])(
  'the text %s is no error of a spreadsheet',
  async (text) => {
    expect(await read(text)).toBe(text)
  },
)
