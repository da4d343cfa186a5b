/// The words that calendars use to classify days, in lowercase. Covers Google's words in many languages; the user is
/// asked about any others.
enum DayWords {
  static let publicHolidays = split(
    """
    public holiday|national holiday|federal holiday|bank holiday|statutory holiday|legal holiday|official holiday|\
    regular holiday|national public holiday|gesetzlicher feiertag|feiertag|nationaler feiertag|bundesweiter feiertag|\
    jour férié|jour férié légal|día festivo|día feriado|feriado|feriado nacional|festivo nacional|fiesta nacional|\
    fiesta pública|feriado público|feriado oficial|dia festiu|festa nacional|giorno festivo|festività pubblica|\
    festività nazionale|festa nazionale|festa pubblica|festività|officiële feestdag|nationale feestdag|\
    algemeen erkende feestdag|wettelijke feestdag|feestdag|helligdag|offentlig fridag|offentlig helligdag|\
    national helligdag|helgdag|allmän helgdag|röd dag|yleinen vapaapäivä|pyhäpäivä|yleinen juhlapyhä|\
    kansallinen vapaapäivä|święto państwowe|święto ustawowo wolne od pracy|dzień ustawowo wolny od pracy|\
    dzień wolny od pracy|święto|státní svátek|den pracovního klidu|štátny sviatok|deň pracovného pokoja|\
    munkaszüneti nap|hivatalos ünnep|nemzeti ünnep|sărbătoare legală|sărbătoare publică|zi liberă legală|\
    državni praznik|dela prost dan|neradni dan|državni blagdan|državni praznik i neradni dan|državni praznici|\
    официален празник|почивен ден|неработен ден|државни празник|нерадни дан|государственный праздник|\
    официальный праздник|праздничный день|нерабочий день|выходной день|державне свято|офіційне свято|\
    вихідний день|δημόσια αργία|επίσημη αργία|αργία|resmi tatil|resmî tatil|ulusal bayram|riigipüha|\
    valstybinė šventė|nedarbo diena|valsts svētki|brīvdiena|svētku diena|almennur frídagur|hari libur nasional|\
    hari libur umum|cuti umum|hari kelepasan am|ngày nghỉ lễ|ngày lễ chính thức|ngày nghỉ lễ chính thức|\
    ngày lễ toàn quốc|วันหยุดนักขัตฤกษ์|วันหยุดราชการ|วันหยุดตามประเพณี|सार्वजनिक अवकाश|राजपत्रित अवकाश|\
    सरकारी छुट्टी|सार्वजनिक छुट्टी|सरकारी अवकाश|عطلة رسمية|عطلة عامة|إجازة رسمية|تعطیل رسمی|חג ציבורי|חג לאומי|\
    חג רשמי|יום שבתון|祝日|国民の祝日|公休日|공휴일|법정 공휴일|법정공휴일|公共假期|公众假期|公眾假期|法定节假日|\
    法定假日|國定假日|国定假日|公共假日|pista opisyal|regular na holiday
    """)

  /// Days that are celebrated although people work.
  static let observances = split(
    """
    observance|commemoration|commemorative day|season|clock change|daylight saving|working day|half day|half-day|\
    gedenktag|festtag|aktionstag|brauchtumstag|nicht gesetzlicher feiertag|kein gesetzlicher feiertag|\
    journée commémorative|commémoration|célébration|fête non fériée|conmemoración|celebración|observancia|\
    día de observancia|data comemorativa|comemoração|observância|dia comemorativo|commemoració|celebració|\
    ricorrenza|commemorazione|osservanza|celebrazione|gedenkdag|herdenkingsdag|viering|mærkedag|merkedag|\
    høytidsdag|temadag|högtidsdag|minnesdag|juhlapäivä|merkkipäivä|muistopäivä|obchody|święto nieustawowe|\
    święto niebędące dniem wolnym|dzień pamięci|významný den|památný den|pamätný deň|emléknap|megemlékezés|\
    zi comemorativă|comemorare|spomendan|spominski dan|obilježavanje|честване|възпоменание|обележавање|\
    памятная дата|памятный день|памятна дата|пам'ятна дата|пам’ятна дата|пам'ятний день|επέτειος|εορτασμός|\
    anma günü|anma|kutlama|özel gün|yarım gün|tähtpäev|mälestuspäev|minėtina diena|atmintina diena|\
    atceres diena|atzīmējama diena|piemiņas diena|perayaan|peringatan|sambutan|ngày kỷ niệm|lễ kỷ niệm|\
    วันสำคัญ|वैकल्पिक अवकाश|पर्व|स्मरणोत्सव|مناسبة|احتفال|ذكرى|יום ציון|יום זיכרון|מועד|祭日|記念日|기념일|纪念日|紀念日
    """)

  /// Parts of the words for days off in only a part of the country.
  static let regions = split(
    """
    regional|local holiday|state holiday|provincial holiday|optional holiday|restricted holiday|landesfeiertag|\
    lokaler feiertag|régional|autonómic|estatal|municipal|regionale|regionaal|alueellinen|regionalt|地方|지역
    """)

  private static func split(_ text: String) -> [String] { text.split(separator: "|").map(String.init) }
}
