/** Stock lists as dealers really keep them, each with the outcome of every row. */
import { makeWorkbook, oneSheet } from '../cli/make-workbook.ts'

export interface StockListExample {
  name: string
  /** Its peculiarity. */
  about: string
  content: Buffer | string
  /** Answers to questions about headings: heading → column. */
  answers?: Record<string, string>
  ignore?: string[]
  sheet?: string
  /** 'line kind registration: what', for each row. */
  rowOutcomes: string[]
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const windows1252 = (text: string) => Buffer.from(text, 'latin1')

/** The stock before the imports. */
export const STOCK = [
  { registration: 'S1 OLD', price: 1500, status: 'for_sale' },
  { registration: 'S2 OLD', price: 2500, status: 'for_sale', costGbp: 900, notes: 'kept' },
  { registration: 'S3 GNE', price: 3500, status: 'sold' },
  { registration: 'S4 RES', price: 4500, status: 'reserved' },
  { registration: 'S5 WDN', price: 5500, status: 'withdrawn' },
] as const

export const STOCK_LISTS: readonly StockListExample[] = [
  {
    name: 'plain.csv',
    about: 'a list without oddities, with pound signs and the registrations in any spelling',
    content:
      'Reg,Retail £,Status\nab12cde,"£1,250",Available\nK1NGS,£14 995,\ns1 old,1500,\ns2old,"2,750.00",\nS5 WDN,5500,\n',
    rowOutcomes: [
      '2 new AB12 CDE: £1250 for_sale',
      '3 new K1 NGS: £14995 for_sale',
      '4 unchanged S1 OLD',
      '5 changed S2 OLD: price 2500 → 2750',
      '6 unchanged S5 WDN',
    ],
  },
  {
    name: 'titles-and-totals.xlsx',
    about:
      'a title, a date and blank rows above the headings; sections, the headings again and a total below',
    content: oneSheet(
      [
        ['SMITH CHERISHED NUMBERS – STOCK'],
        [],
        ['Updated', { date: 45_850 }],
        [],
        ['Reg No', 'Asking', 'Bought', 'Cost'],
        ['DATELESS'],
        ['AB 12', 4500, { date: 45_000 }, 1200],
        ['Reg No', 'Asking', 'Bought', 'Cost'],
        ['CURRENT STYLE'],
        ['AB12 CDE', 795, 45_001, 99.6],
        [],
        ['Total', { formula: 'SUM(B7:B10)', value: 5295 }, null, { formula: 'SUM(D7:D10)', value: 1299.6 }],
        [null, null, null, '2 plates'],
      ],
      ['A1:D1'],
    ),
    rowOutcomes: [
      '6 skipped: a title',
      '7 new AB 12: £4500 for_sale cost 1200 bought 2023-03-15',
      '8 skipped: the headings again',
      '9 skipped: a title',
      '10 new AB12 CDE: £795 for_sale cost 100 bought 2023-03-16',
      '12 skipped: a total',
      '13 skipped: below the list',
    ],
  },
  {
    name: 'two-prices.csv',
    about: 'a trade and a retail price; nobody but the dealer knows which one is asked',
    content: 'Plate,Trade,Retail\nAB 12,3000,4500\nAB 13,,5000\n',
    ignore: ['Trade'],
    rowOutcomes: ['2 new AB 12: £4500 for_sale', '3 new AB 13: £5000 for_sale'],
  },
  {
    name: 'poa-and-readings.csv',
    about: 'prices as people write them',
    content: [
      'Registration,Price',
      'AB 12,POA',
      'AB 13,7.6k',
      'AB 14,"4,500 ono"',
      'AB 15,"£3,000 + VAT"',
      'AB 16,"offers over £9,000"',
      'AB 17,0',
      'AB 18,',
      'AB 19,-250',
      'AB 21,"4,500 or 5,000"',
      'AB 22,12K ONO',
      'AB 23,1250.50',
      'AB 24,P.O.A.',
      'AB 25,2000 plus vat',
      'AB 26,"£2,950 inc VAT"',
      'S1 OLD,1.5k',
      'S2 OLD,POA',
      'AB 27,$500',
      '',
    ].join('\n'),
    rowOutcomes: [
      '2 needs-decision AB 12: the price is “POA”',
      '3 needs-decision AB 13: “7.6k” reads as £7,600',
      '4 needs-decision AB 14: “4,500 ono” reads as £4,500',
      '5 needs-decision AB 15: “£3,000 + VAT” reads as £3,000 before VAT, £3,600 with 20%',
      '6 needs-decision AB 16: “offers over £9,000” reads as £9,000',
      '7 needs-decision AB 17: the price is “0”',
      '8 needs-decision AB 18: it has no price',
      '9 needs-decision AB 19: “-250” reads as £250',
      '10 refused AB 21: Price: “4,500 or 5,000” is not a price in pounds, such as 1250 or £1,250',
      '11 needs-decision AB 22: “12K ONO” reads as £12,000',
      '12 needs-decision AB 23: “1250.50” reads as £1,251',
      '13 needs-decision AB 24: the price is “P.O.A.”',
      '14 needs-decision AB 25: “2000 plus vat” reads as £2,000 before VAT, £2,400 with 20%',
      '15 needs-decision AB 26: “£2,950 inc VAT” reads as £2,950',
      '16 unchanged S1 OLD',
      '17 needs-decision S2 OLD: the price is “POA”',
      '18 refused AB 27: Price: “$500” is not a price in pounds, such as 1250 or £1,250',
    ],
  },
  {
    name: 'sold-flags.csv',
    about: 'sold flags of many kinds, over plates that are for sale, sold, reserved and withdrawn',
    content: [
      'REG,PRICE,SOLD?,STATUS',
      'AB 12,100,Y,',
      'AB 13,100,x,',
      'AB 14,100,12/03/2024,',
      'AB 15,100,,SOLD to Mr Patel',
      'AB 16,SOLD,,',
      'AB 17,100,,SSTC',
      'AB 18,100,,Under offer',
      'AB 19,100,,Withdrawn',
      'AB 21,100,no,Available',
      'AB 22,100,yes,Available',
      'AB 23,100,sold?,',
      'AB 24,100,,ask Dave',
      'S1 OLD,1500,yes,',
      'S2 OLD,2500,,Reserved',
      'S3 GNE,3500,,Available',
      'S3GNE,3500,,Available',
      'S4 RES,4500,,Available',
      'S5 WDN,5500,,For sale',
      '',
    ].join('\n'),
    rowOutcomes: [
      '2 skipped AB 12: sold',
      '3 skipped AB 13: sold',
      '4 skipped AB 14: sold',
      '5 skipped AB 15: sold',
      '6 skipped AB 16: sold',
      '7 new AB 17: £100 reserved',
      '8 new AB 18: £100 reserved',
      '9 new AB 19: £100 withdrawn',
      '10 new AB 21: £100 for_sale',
      '11 refused AB 22: “SOLD?” (yes) and “STATUS” (Available) contradict each other',
      '12 refused AB 23: SOLD?: “sold?” is neither for sale nor sold',
      '13 refused AB 24: STATUS: “ask Dave” is neither for sale nor sold',
      '14 changed S1 OLD: is_available true → false, status for_sale → sold',
      '15 changed S2 OLD: is_available true → false, status for_sale → reserved',
      '16 skipped S3 GNE: sold in your stock',
      '17 skipped S3 GNE: line 16 has it already',
      '18 unchanged S4 RES: it is reserved in the stock and stays reserved',
      '19 changed S5 WDN: is_available false → true, status withdrawn → for_sale',
    ],
  },
  {
    name: 'private-columns.xlsx',
    about: 'what the dealer paid, certificates and their expiry, dates as serials and texts, notes',
    content: oneSheet([
      ['Reg', 'Asking', 'Cost', 'Bought', 'Doc', 'Cert no', 'Expiry', 'Notes'],
      ['AB 12', 4500, 1250, { date: 45_000 }, 'V750', '12345678', { date: 46_500 }, 'From Ann, <b>cash</b>'],
      ['AB 13', 5000, '£1,250.40', '12.3.24', 'retention', 'A/1', '1 June 2027', ''],
      ['AB 14', 5500, 'ask', 'May', 'on car', '', '', ''],
      ['S2 OLD', 2500, 1000, '', '', '', '', ''],
      ['S1 OLD', 1500, '-', 'n/a', '', '', '', ''],
    ]),
    rowOutcomes: [
      '2 new AB 12: £4500 for_sale cost 1250 bought 2023-03-15 V750 12345678 2027-04-23 “From Ann, <b>cash</b>”',
      '3 new AB 13: £5000 for_sale cost 1250 bought 2024-03-12 V778 A/1 2027-06-01',
      '4 needs-decision AB 14: Cost: “ask” is not a price in pounds, such as 1250 or £1,250; Bought: “May” is not a day, such as 12/07/2025 or 2025-07-12',
      '5 changed S2 OLD: cost 900 → 1000',
      '6 unchanged S1 OLD',
    ],
  },
  {
    name: 'semicolons.csv',
    about: 'saved by a spreadsheet with a comma as the decimal sign, with its line that names the separator',
    content:
      '\ufeffsep=;\r\nReg Mark;Our Price;Description\r\nAB12CDE;"£1,250";"Short; sweet"\r\nAB 13;950;\r\n',
    rowOutcomes: ['3 new AB12 CDE: £1250 for_sale', '4 new AB 13: £950 for_sale'],
  },
  {
    name: 'utf-16.txt',
    about: '“Unicode text” of Excel: UTF-16 with tabs',
    content: utf16('VRM\tPrice (£)\tFor sale\r\nAB 12\t£4,500\tYes\r\nAB 13\t£5,000\tNo\r\n'),
    rowOutcomes: ['2 new AB 12: £4500 for_sale', '3 new AB 13: £5000 withdrawn'],
  },
  {
    name: 'windows-1252.csv',
    about: '“CSV” of Excel on English Windows, whose pound sign is no UTF-8',
    content: windows1252('Reg,Retail £,Notes\nAB 12,"£4,500",caf\u00e9\n'),
    rowOutcomes: ['2 new AB 12: £4500 for_sale “café”'],
  },
  {
    name: 'merged-cells.xlsx',
    about: 'cells merged over two rows, the second of which is blank then',
    content: oneSheet(
      [
        ['Reg', 'Price', 'Status'],
        ['AB 12', 4500, 'SOLD'],
        ['AB 13', 5000, null],
        ['AB 14', 5500, null],
      ],
      ['C2:C3'],
    ),
    rowOutcomes: [
      '2 refused AB 12: column C: the cells C2:C3 are merged; unmerge them and fill each of them in',
      '3 refused AB 13: column C: the cells C2:C3 are merged; unmerge them and fill each of them in',
      '4 new AB 14: £5500 for_sale',
    ],
  },
  {
    name: 'duplicates.csv',
    about: 'registrations that are in the list twice: the same, with another price, and sold further down',
    content:
      'Reg,Price,Sold\nAB 12,4500,\nab12,"£4,500",\nAB 13,5000,\nAB13,5500,\nAB 14,6000,\nAB 14,6000,yes\n',
    rowOutcomes: [
      '2 new AB 12: £4500 for_sale',
      '3 skipped AB 12: line 2 has it already',
      '4 new AB 13: £5000 for_sale',
      '5 refused AB 13: line 4 has the same plate with other details',
      '6 refused AB 14: line 7 calls the same plate sold',
      '7 refused AB 14: line 6 has the same plate with other details',
    ],
  },
  {
    name: 'hidden-sheets.xlsx',
    about: 'a sheet that is hidden, and one of which is chosen',
    content: makeWorkbook([
      {
        name: 'Old',
        state: 'hidden',
        rows: [
          ['Reg', 'Price'],
          ['ZZ 1', 1],
        ],
      },
      {
        name: 'Stock',
        rows: [
          ['Reg', 'Price'],
          ['AB 12', 4500],
        ],
      },
      {
        name: 'Sold 2024',
        rows: [
          ['Reg', 'Price'],
          ['AB 13', 5000],
        ],
      },
    ]),
    sheet: 'Stock',
    rowOutcomes: ['2 new AB 12: £4500 for_sale'],
  },
  {
    name: 'formulas.xlsx',
    about: 'prices and registrations that are formulas, with and without a stored result, and errors',
    content: oneSheet([
      ['Reg', 'Price', 'Cost'],
      [{ formula: '"AB "&12', value: 'AB 12' }, { formula: 'C2*2', value: 4500 }, 2250],
      ['AB 13', { formula: 'C3*2' }, 100],
      ['AB 14', { error: '#REF!' }, 100],
      ['AB 15', 5000, { error: '#N/A' }],
    ]),
    rowOutcomes: [
      '2 new AB 12: £4500 for_sale cost 2250',
      '3 refused AB 13: “Price”, column B: the cell is a formula without a stored result; open the workbook in Excel, save it, and import it again',
      '4 needs-decision AB 14: the price is “#REF!”',
      '5 needs-decision AB 15: “Cost”, column C: the cell is the error #N/A',
    ],
  },
  {
    name: 'own-headings.csv',
    about: 'headings of a person alone, a column without one, and a price before VAT by its heading',
    content: 'Cherished No.,Retail ex VAT,,Owner\nAB 12,4500,ask Ann,Bob\n',
    answers: { 'Cherished No.': 'plate_number', 'Retail ex VAT': 'price', 'column C': 'notes', Owner: '-' },
    rowOutcomes: ['2 new AB 12: £4500 for_sale “ask Ann”'],
  },
  {
    name: 'markup-and-registrations.csv',
    about: 'markup, formulas and what is no registration',
    content: [
      'Reg,Price,Description',
      '"<script>alert(1)</script>",100,',
      '=1+1,100,',
      'AB 12,100,"<img src=x onerror=alert(1)>"',
      'HELLO WORLD,100,',
      ',100,',
      'SUM 1,100,',
      '',
    ].join('\n'),
    rowOutcomes: [
      '2 refused <script>alert(1)</script>: “<” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9',
      '3 refused =1+1: “=” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9',
      '4 new AB 12: £100 for_sale',
      '5 refused HELLO WORLD: HELLOWORLD is too long: a registration has at most seven letters and figures',
      '6 refused: it has no registration',
      '7 new SUM 1: £100 for_sale',
    ],
  },
]

/** Lists with cells that a spreadsheet has changed, and rows that are more likely mistakes than plates. */
export const DOUBTFUL_LISTS: readonly StockListExample[] = [
  {
    name: 'excel-date.csv',
    about: 'registrations that a spreadsheet has made dates of',
    content:
      'Registration,Price\r\n25-Dec,1250\r\nMay-50,900\r\n12/05/2026,950\r\n2026-03-01,800\r\n1 Mar 2026,850\r\nBU61 ABC,700\r\nJUN 25,600\r\n',
    rowOutcomes: [
      '2 needs-decision 25-Dec: “25-Dec” is a date, which a spreadsheet may have made of DEC 25 or 25 DEC',
      '3 needs-decision May-50: “May-50” is a date, which a spreadsheet may have made of MAY 50 or 50 MAY',
      '4 needs-decision 12/05/2026: “12/05/2026” is a date, which a spreadsheet may have made of MAY 12 or 12 MAY',
      '5 needs-decision 2026-03-01: “2026-03-01” is a date, which a spreadsheet may have made of MAR 1 or 1 MAR',
      '6 refused MAR 1: line 5 has the same plate with other details',
      '7 new BU61 ABC: £700 for_sale',
      '8 new JUN 25: £600 for_sale',
    ],
  },
  {
    name: 'hidden-rows.xlsx',
    about: 'rows that a filter hides: a plate, one that the stock has already, and one that is sold',
    content: makeWorkbook([
      {
        name: 'Stock',
        rows: [
          ['Registration', 'Price', 'Sold'],
          ['BU61 ABC', 1250, ''],
          ['BU62 ABC', 1350, ''],
          ['S1 OLD', 1500, ''],
          ['BU63 ABC', 1450, 'yes'],
          ['DEC 1', 1, ''],
        ],
        hidden: [2, 4, 5, 6],
      },
    ]),
    rowOutcomes: [
      '2 needs-decision BU61 ABC: the row is hidden in the workbook',
      '3 new BU62 ABC: £1350 for_sale',
      '4 unchanged S1 OLD',
      '5 skipped BU63 ABC: sold',
      '6 needs-decision DEC 1: the row is hidden in the workbook',
    ],
  },
  {
    name: 'unquoted-thousands.csv',
    about: 'prices whose comma splits them, with and without a cell too many',
    content:
      'Registration,Price,Category,Description\nBU61 ABC,1,250,Nice\nBU62 ABC,1,350,x,Nice\nBU63 ABC,50,x,\n',
    rowOutcomes: [
      '2 needs-decision BU61 ABC: “1” reads as £1, which is hardly a price',
      '3 refused: it has 5 cells where the first line has 4',
      '4 new BU63 ABC: £50 for_sale',
    ],
  },
  {
    name: 'error-values.csv',
    about: 'formulas that failed, in public and private columns, and a column that was too narrow',
    content:
      'Registration,Price,Description,Cost\nBU61 ABC,1250,#N/A,\nBU62 ABC,#REF!,,\nBU63 ABC,1250,fine,#DIV/0!\nBU64 ABC,#####,,\nBU65 ABC,1250,#1 plate,\n',
    rowOutcomes: [
      '2 needs-decision BU61 ABC: “Description”, column C: the cell is the error #N/A',
      '3 needs-decision BU62 ABC: the price is “#REF!”',
      '4 needs-decision BU63 ABC: “Cost”, column D: the cell is the error #DIV/0!',
      '5 needs-decision BU64 ABC: the price is “#####”',
      '6 new BU65 ABC: £1250 for_sale',
    ],
  },
  {
    name: 'guarded.csv',
    about: 'registrations, prices and days that are guarded from Excel, or have invisible characters',
    content: [
      'Registration,Price,Bought',
      '="BU61 ABC",="1250",="12/07/2025"',
      "'BU62 ABC,'1250,'12/07/2025",
      'BU63\u200b ABC\u200e,\u200e£1250,12/07/2025\u200b',
      'BU64\u00adABC,1300,',
      'BU65\u2011ABC,1350,',
      'ＢＵ６６ ＡＢＣ,1350,',
      '"=""BU67 ABC""",1350,',
      '',
    ].join('\r\n'),
    rowOutcomes: [
      '2 new BU61 ABC: £1250 for_sale bought 2025-07-12',
      '3 new BU62 ABC: £1250 for_sale bought 2025-07-12',
      '4 new BU63 ABC: £1250 for_sale bought 2025-07-12',
      '5 new BU64 ABC: £1300 for_sale',
      '6 new BU65 ABC: £1350 for_sale',
      '7 new BU66 ABC: £1350 for_sale',
      '8 new BU67 ABC: £1350 for_sale',
    ],
  },
  {
    name: 'pipes.csv',
    about: 'a list with pipes between its cells',
    content: 'Registration|Price\r\nBU61 ABC|1,250\r\n',
    rowOutcomes: ['2 new BU61 ABC: £1250 for_sale'],
  },
  {
    name: 'stray-quotes.csv',
    about: 'quotation marks for inches, before a word, and one that never closes',
    content:
      'Registration,Price,Notes\nBU61 ABC,1250,19" wheel\nBU62 ABC,1300,"Top" plate\nBU63 ABC,1350,"fine\nBU64 ABC,"1,400",fine\nBU65 ABC,1450,"fine\n',
    rowOutcomes: [
      '2 new BU61 ABC: £1250 for_sale “19" wheel”',
      '3 refused: it has a stray quotation mark: put the whole cell in quotation marks and double those within it',
      '4 refused: it has a stray quotation mark: put the whole cell in quotation marks and double those within it',
      '5 new BU64 ABC: £1400 for_sale “fine”',
      '6 refused: it has a stray quotation mark: put the whole cell in quotation marks and double those within it',
    ],
  },
  {
    name: 'numbers.xlsx',
    about: 'a workbook of Numbers, whose first sheet is a summary, with an empty sheet',
    content: makeWorkbook([
      { name: 'Export Summary', rows: [['This document was exported from Numbers']] },
      {
        name: 'Sheet 1 - Stock',
        rows: [
          ['Registration', 'Price'],
          ['BU61 ABC', 1250],
        ],
      },
      { name: 'Sheet 2', rows: [] },
    ]),
    rowOutcomes: ['2 new BU61 ABC: £1250 for_sale'],
  },
  {
    name: 'garbled.csv',
    about: 'text whose encoding was mistaken, and text that only looks so',
    content:
      'Registration,Price,Description,Remarks I keep\nBU61 ABC,1250,For SiÃ¢n Oâ€™Neill,\nBU62 ABC,"Â£1,300",,\nBU63 ABC,1350,Siân – É—Â,Ã©\n',
    ignore: ['Remarks I keep'],
    rowOutcomes: [
      '2 needs-decision BU61 ABC: “For SiÃ¢n Oâ€™Neill” is garbled, perhaps “For Siân O’Neill”',
      '3 needs-decision BU62 ABC: “Â£1,300” is garbled, perhaps “£1,300”',
      '4 new BU63 ABC: £1350 for_sale',
    ],
  },
  {
    name: 'no-headings.csv',
    about: 'a list without headings, below a title',
    content: 'Our plates\nBU61 ABC,1250\nBU62 ABC,1300\n',
    answers: { 'column A': 'plate_number', 'column B': 'price' },
    rowOutcomes: ['1 skipped: a title', '2 new BU61 ABC: £1250 for_sale', '3 new BU62 ABC: £1300 for_sale'],
  },
  {
    name: 'headings-like-data.csv',
    about: 'headings that are registrations or numbers, beside one that is known',
    content: 'Our plates\nReg,V778,2026\nBU61 ABC,1,1250\n',
    answers: { V778: '-', '2026': 'price' },
    rowOutcomes: ['3 new BU61 ABC: £1250 for_sale'],
  },
  {
    name: 'documents-and-words.csv',
    about: 'documents in the column of their numbers, and words beside a status or a document',
    content: [
      'Reg,Price,Status,Certificate',
      'AB 12,4500,Reserved - Mr Patel,V778',
      'AB 13,4500,Withdrawn (wife likes it),V750 A/123',
      'AB 14,4500,SSTC,on car',
      'AB 15,4500,For sale,V778 in the safe',
      'AB 16,4500,,12345678',
      'S2 OLD,2500,SOLD to Ann,retention',
      '',
    ].join('\n'),
    rowOutcomes: [
      '2 new AB 12: £4500 reserved V778 “Status: Reserved - Mr Patel”',
      '3 new AB 13: £4500 withdrawn V750 A/123 “Status: Withdrawn (wife likes it)”',
      '4 new AB 14: £4500 reserved vehicle',
      '5 new AB 15: £4500 for_sale V778 “Certificate: V778 in the safe”',
      '6 new AB 16: £4500 for_sale 12345678',
      '7 changed S2 OLD: is_available true → false, status for_sale → sold, document null → V778, notes kept → kept\nStatus: SOLD to Ann',
    ],
  },
]

export const REFUSED_FILES: readonly { name: string; content: Buffer | string; message: string }[] = [
  {
    name: 'a web page saved as .xls',
    content:
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><table><tr><td>Reg</td></tr></table></html>',
    message: 'This is a web page (HTML) or XML',
  },
  {
    name: 'a workbook of Excel 97',
    content: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    message: 'Excel 97 to 2003',
  },
  { name: 'a PDF', content: '%PDF-1.7\n', message: 'This is a PDF' },
  { name: 'an empty file', content: '', message: 'The file is empty.' },
  {
    name: 'a broken workbook',
    content: Buffer.from('504b0304ffff', 'hex'),
    message: 'The workbook cannot be read',
  },
]
