/**
 * Registrations with sales, judged as a plate dealer would: which of the sales tell something about the price, and for
 * which reason, and which do not. If fewer than three do, none are shown. All were sold in the same month.
 */
import type { SimilarReason } from '#app/features/sales/similar-sales/closeness.ts'

/** `isTooFew`: close, but not shown. */
export type Judged = Partial<Record<SimilarReason | 'not', string>> & { isTooFew?: true }

export const JUDGED: [registration: string, judged: Judged][] = [
  // Three letters, dateless. The number accounts for half of the price; letters without a meaning are another market.
  ['SAM 1', { 'same-letters': 'SAM 2, 1 SAM', 'same-number': 'TOM 1', not: 'XKV 1, AB12 SAM, SAM 482' }],
  ['SAM 2', { 'same-letters': 'SAM 1, SAM 3, 2 SAM', 'near-letters': 'SAN 2', not: 'XKV 2, SAM 4M, KRS 9' }],
  [
    'SAM 7',
    { 'same-letters': 'SAM 9, 7 SAM', 'same-number': 'TOM 7', not: 'M7 SAM, AB07 SAM, 7 W, SAM 777' },
  ],
  ['TOM 12', { 'same-letters': 'TOM 14, 12 TOM, TOM 7', 'same-number': 'JIM 12', not: 'TOM 1, JIM 99' }],
  ['KRS 7', { 'near-letters': 'KRT 7, KRT 5', 'same-number': 'BHW 7, DPL 7', not: 'SAM 7, 7 KRT, KAY 33' }],
  ['KRS 48', { 'same-letters': 'KRS 52', 'near-letters': 'KTS 48, KPS 61', not: 'DPL 61, PAM 48, KTS 999' }],
  ['RTL 1', { 'same-number': 'YDS 1, MVS 1, RVS 1', not: 'YDS 2, TOM 1, RTL 100, 1 R' }],
  ['AAA 1', { 'same-number': 'SSS 1, BBB 1, JJJ 1', not: 'AXC 1, RTL 1, AAA 777' }],
  ['ASH 100', { 'same-letters': 'ASH 200, ASH 123, ASH 987', not: 'ASH 1, AB10 ASH' }],
  ['KWB 527', { 'same-letters': 'KWB 512, 527 KWB', 'near-letters': 'KWD 530', not: 'PGH 600, TOM 527' }],
  ['1 MWS', { 'near-letters': '1 MXS', 'same-number': '1 TDX, 1 WHL', not: '1 TOM, 2 TDX, MWS 482A' }],
  [
    '8 TCB',
    { 'same-letters': 'TCB 8', 'near-letters': '5 TSB', 'same-number': '8 MMR, 8 PKB', not: '5 MMR, 8 ROY' },
  ],
  ['55 DAZ', { 'same-letters': '50 DAZ, DAZ 60', 'same-number': '55 ROY', not: '55 XKV, 60 ROY, DAZ 1' }],
  [
    '386 UPD',
    { 'same-letters': '390 UPD, UPD 402', 'near-letters': '350 UPT', not: '386 TOM, 12 KRS, 1 UPD' },
  ],
  [
    '100 BEN',
    { 'same-letters': '200 BEN, 111 BEN, BEN 500', 'same-number': '100 TOM', not: '1 BEN, 100 XKV' },
  ],
  ['64 MJW', { 'same-letters': '65 MJW, 71 MJW', 'near-letters': '64 MJT, 30 MJB', not: '64 TOM, 30 PLK' }],

  // Two letters: every mark is short, so number and format matter most.
  ['AB 1', { 'same-number': 'JB 1, RS 1, CM 1', not: 'AB 12, XV 1, 1 A' }],
  ['1 AB', { 'same-letters': 'AB 1, AB 4', 'same-number': '1 RS', not: 'AB 12, AB 123, RS 4' }],
  [
    'JB 12',
    {
      'same-letters': 'JB 17, 12 JB',
      'same-number': 'MS 12',
      'near-letters': 'JM 20',
      not: 'MS 20, JB 1, JB 1234',
    },
  ],
  ['27 EM', { 'same-number': '27 TD, 27 OC', 'near-letters': '41 OM', not: '41 TD, EM 1, 2 EM7' }],
  ['614 HK', { 'near-letters': '600 GK, 450 HR', 'same-number': '614 LT', not: '450 TR, 614 AA, 1 HK' }],
  ['SW 258', { 'same-letters': '135 SW, SW 301, 28 SW', not: 'SW 1, TB 301, 5 WS' }],
  ['5063 RA', { 'near-letters': '5441 MA, 2603 RG', 'same-number': '5063 SJ', not: '2603 TG, 63 LT' }],
  ['VX 4419', { 'same-letters': 'VX 4000, VX 2012, 1990 VX', not: 'AB 2012, VX 7' }],
  ['TW 5', { 'same-letters': 'TW 8, 5 TW', 'same-number': 'DB 5, CL 5', not: 'TW 1905, DB 8' }],
  ['AA 20', { 'same-letters': 'AA 30, 20 AA', 'same-number': 'SS 20', not: 'RS 20, AA 1, BM 30' }],
  [
    'XX 11',
    { 'same-letters': 'XX 22, XX 13', 'same-number': 'ZZ 11', 'near-letters': 'XY 11', not: 'AA 11, AB 11' },
  ],

  // One letter and a few figures. A 7 with another letter is only comparable in this format.
  ['7 W', { 'same-letters': '8 W, W 7', 'same-number': '7 H, 7 T', not: 'AB07 CDE, W 700, TOM 7, WX 7' }],
  ['H 8', { 'same-letters': 'H 5, 8 H', 'same-number': 'D 8', not: 'H 880, SAM 8, HH 8' }],
  ['D 47', { 'same-letters': 'D 50, 47 D, D 9', 'same-number': 'P 47', not: 'D 1, D 4471, DB 47' }],
  ['B 318', { 'same-letters': '810 B, 112 B, B 20', not: 'B 1, C 810, B318 ABC' }],
  ['742 N', { 'same-letters': '201 N, 134 N, N 190', not: '201 M, 7 N' }],
  ['T 2846', { 'same-letters': '8006 T, T 237, 1000 T', not: 'S 237, T 1, T28 ABC' }],
  ['M 1', { 'same-number': 'S 1, J 1, F 1', not: 'Q 1, M 100, MM 1, M1 ABC' }],

  // Northern Irish marks are compared with each other.
  [
    'LIL 4417',
    { 'same-letters': 'LIL 1005, LIL 1984', 'near-letters': 'WIL 1010', not: 'LEL 441, TOM 1, AIG 417' },
  ],
  [
    'XUI 77',
    { 'same-letters': 'XUI 20', 'near-letters': 'VUI 70, YUI 44', 'same-number': 'BAZ 77', not: 'RTL 77' },
  ],
  [
    'BIG 5926',
    { 'same-letters': 'BIG 9111, BIG 1502', 'near-letters': 'DIG 1988', not: 'CAZ 1988, B16 DAY' },
  ],
  ['AZ 1', { 'same-letters': 'AZ 7, AZ 9', 'same-number': 'CZ 1', not: 'AB 1, AZ 1000' }],

  // Suffix and prefix: the letter group matters, words most.
  [
    'SAM 4M',
    { 'same-letters': 'SAM 7S, M4 SAM, SAM 1L', 'same-number': 'TOM 4M', not: 'XKV 4M, SAM 1, TOM 9R' },
  ],
  ['BEN 77Y', { 'same-letters': 'BEN 74Y, BEN 90M, BEN 7S', not: 'BEN 1, JON 90M' }],
  ['TOR 118S', { 'same-letters': 'TOR 198A, TOR 111B', 'same-number': 'DES 118X', not: 'KRS 118X, 118 D' }],
  ['MEG 4N', { 'same-letters': 'MEG 2X, B16 MEG', 'reads-alike': 'MEG 44N', not: 'MEG 1' }],
  [
    'OVG 482W',
    { 'same-letters': 'OVG 480W, P48 OVG', 'near-letters': 'OVB 482W', not: 'OVB 480W, PLK 482A' },
  ],
  ['B16 SAM', { 'same-letters': 'M4 SAM, A20 SAM, AB12 SAM', not: 'SAM 16, B16 XKV, B22 TOM' }],
  [
    'M4 SAM',
    { 'same-letters': 'B16 SAM, SAM 4M', 'same-number': 'M4 TOM, R4 BEN', not: 'R4 XKV, 4 SAM, M9 TOM' },
  ],
  [
    'B16 DAY',
    { 'same-letters': 'R35 DAY, A411 DAY, HO71 DAY', 'same-number': 'B16 BOY', not: 'B16 KRS, DAY 1' },
  ],
  [
    'L129 KDW',
    { 'same-letters': 'L120 KDW, P7 KDW', 'near-letters': 'L129 KDS', not: 'L120 KDS, KDW 2, TOM 129L' },
  ],
  ['P1 XKV', { 'same-letters': 'R1 XKV, P9 XKV', 'same-number': 'P1 BRK', not: 'R1 BRK, P1 TOM, XKV 9' }],

  // Words that a whole registration reads as: their other spellings, but not marks that share only some of the letters.
  ['S1 NGH', { 'reads-alike': '51 NGH, S11 NGH, 5111 GH', not: 'K422 NGH, P22 NGH, NGH 4' }],
  ['51 NGH', { 'reads-alike': 'S1 NGH, S11 NGH', not: '52 NGH, 88 NGH, 51 TRK, N51 NGH', isTooFew: true }],
  ['B1 LLY', { 'reads-alike': '81 LLY, B11 LLY, 811 LY', not: 'K422 LLY, AB12 LLY, 8 PKR' }],
  ['BO 55', { 'reads-alike': '8 OSS, 80 SS, BOS 5', not: 'MO 82, BO55 ABC' }],
  ['H34 VEN', { not: 'K422 VEN, CR24 VEN, VEN 483N, RA69 VEN' }],
  ['P4 ULA', { not: 'PA21 ULA, E33 ULA, 480 ULA' }],
  ['S4 NDY', { not: 'S41 TDY, WE22 NDY, MA70 NDY, RV54 NDY' }],

  // The current style: the figures are the age, not a collectable number.
  ['AB12 SAM', { 'same-letters': 'CD34 SAM, AB14 SAM, M4 SAM', not: 'AB12 XKV, SAM 1, SAM 12, AB12 TOM' }],
  [
    'BO55 ABC',
    { 'reads-alike': 'BO55 XYT, BO55 LTD, BO55 KRS', 'same-letters': 'AB51 ABC', not: 'BO56 LTD, 8 OSS' },
  ],
  ['GR25 NER', { 'same-letters': 'RA17 NER, LA21 NER, P47 NER', not: 'GR25 TKD, NER 1, TU22 NER' }],
  [
    'AB07 JON',
    { 'same-letters': 'JO09 JON, DE15 JON', 'near-letters': 'AB07 JAN', not: 'AB08 JAN, 7 JON, AB07 XKV' },
  ],

  // Marks that are not traded, and text that is not a registration.
  ['Q123 ABC', { not: 'B123 ABC, Q12 ABC, ABC 123' }],
  ['MAN 7', { not: 'MAN 8, DAN 7, TAN 7, VAN 7' }],
  ['12345', { not: 'AB 1234, 1234 AB, 12 AB' }],
  ['HELLO', { not: 'H3 LLO, 1 LLO, LLO 1' }],
]
