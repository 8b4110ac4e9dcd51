/**
 * Names of time zones that Debian 13 keeps in a package of its own, `tzdata-legacy`, which the image of PostgreSQL does not have: browsers
 * report some of them, such as Asia/Calcutta and Europe/Kiev. Each line has the name of the zone in the package `tzdata`, and its former
 * ones. Source: the links of tzdata-legacy 2026f-0+deb13u1, read on 2026-11-28; `npm run shipped` compares them with the newest package.
 */
const formerNames = `
Africa/Asmara Africa/Asmera
Africa/Cairo Egypt
Africa/Tripoli Libya
America/Adak US/Aleutian
America/Anchorage US/Alaska
America/Argentina/Buenos_Aires America/Buenos_Aires
America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
America/Argentina/Cordoba America/Cordoba America/Rosario
America/Argentina/Jujuy America/Jujuy
America/Argentina/Mendoza America/Mendoza
America/Chicago CST6CDT US/Central
America/Denver MST7MDT Navajo US/Mountain
America/Detroit US/Michigan
America/Edmonton Canada/Mountain
America/Halifax Canada/Atlantic
America/Havana Cuba
America/Indiana/Indianapolis America/Fort_Wayne America/Indianapolis US/East-Indiana
America/Indiana/Knox America/Knox_IN US/Indiana-Starke
America/Jamaica Jamaica
America/Kentucky/Louisville America/Louisville
America/Los_Angeles PST8PDT US/Pacific
America/Manaus Brazil/West
America/Mazatlan Mexico/BajaSur
America/Mexico_City Mexico/General
America/New_York EST5EDT US/Eastern
America/Noronha Brazil/DeNoronha
America/Nuuk America/Godthab
America/Panama EST
America/Phoenix MST US/Arizona
America/Regina Canada/Saskatchewan
America/Rio_Branco Brazil/Acre
America/Santiago Chile/Continental
America/Sao_Paulo Brazil/East
America/St_Johns Canada/Newfoundland
America/Tijuana Mexico/BajaNorte
America/Toronto Canada/Eastern
America/Vancouver Canada/Pacific
America/Whitehorse Canada/Yukon
America/Winnipeg Canada/Central
Antarctica/McMurdo Antarctica/South_Pole
Asia/Ashgabat Asia/Ashkhabad
Asia/Dhaka Asia/Dacca
Asia/Ho_Chi_Minh Asia/Saigon
Asia/Hong_Kong Hongkong
Asia/Jerusalem Israel
Asia/Kathmandu Asia/Katmandu
Asia/Kolkata Asia/Calcutta
Asia/Macau Asia/Macao
Asia/Makassar Asia/Ujung_Pandang
Asia/Seoul ROK
Asia/Shanghai Asia/Chungking PRC
Asia/Singapore Singapore
Asia/Taipei ROC
Asia/Tehran Iran
Asia/Thimphu Asia/Thimbu
Asia/Tokyo Japan
Asia/Ulaanbaatar Asia/Choibalsan Asia/Ulan_Bator
Asia/Yangon Asia/Rangoon
Atlantic/Faroe Atlantic/Faeroe
Atlantic/Reykjavik Iceland
Australia/Adelaide Australia/South
Australia/Brisbane Australia/Queensland
Australia/Darwin Australia/North
Australia/Hobart Australia/Tasmania
Australia/Lord_Howe Australia/LHI
Australia/Melbourne Australia/Victoria
Australia/Perth Australia/West
Australia/Sydney Australia/ACT Australia/NSW
Etc/GMT GMT+0 GMT-0 GMT0 Greenwich
Etc/UTC UCT Universal Zulu
Europe/Athens EET
Europe/Brussels CET MET
Europe/Dublin Eire
Europe/Istanbul Turkey
Europe/Kyiv Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye
Europe/Lisbon Portugal WET
Europe/London GB GB-Eire
Europe/Moscow W-SU
Europe/Warsaw Poland
Pacific/Auckland NZ
Pacific/Chatham NZ-CHAT
Pacific/Chuuk Pacific/Truk
Pacific/Easter Chile/EasterIsland
Pacific/Honolulu HST US/Hawaii
Pacific/Kanton Pacific/Enderbury
Pacific/Kwajalein Kwajalein
Pacific/Pago_Pago US/Samoa
Pacific/Pohnpei Pacific/Ponape
`;

/** By the former name in small letters. */
const zones: ReadonlyMap<string, string> = new Map(
  formerNames
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [zone = '', ...former] = line.split(' ');
      return former.map((name) => [name.toLowerCase(), zone] as const);
    }),
);

/** The name that a zone has today, where it had another one; else the given one. Case does not count. */
export function presentZoneName(name: string): string {
  return zones.get(name.toLowerCase()) ?? name;
}
