"""Words and phrases that decide about professions, by language; all as `nlu.entities.words.key` folds them."""

from __future__ import annotations

from nlu.entities.words import key


def _names(text: str) -> frozenset[str]:
    return frozenset(key(name.replace("_", " ")) for name in text.split())


ORDINARY: dict[str, frozenset[str]] = {
    "en": _names("""
        construction crafts education health_care healthcare legal logistics software supply_chain trades
        accountancy accounting acting admin administration advertising agriculture announcer architecture artist
        assembly auditing author backend bakery baking banking barber beauty biology biotechnology blogger bookkeeping
        bouncer broker builder butchery buyer care care_work carpentry catering chef chemistry childcare cleaning coach
        coding compliance constable construction consulting controller controlling cook cooking cop counselor courier
        custodian customer_care customer_service customer_support data_analysis dean decorator dentistry design director
        dishwasher driving economics electronic engineering entertainer factory finance fitter forestry forklift
        freelance front_desk frontend fullstack fundraising gardening gastronomy hacker help_desk helpdesk hgv
        hospitality housekeeping human_resources hunter influencer interpreting ironer it_support joinery journalism
        judge kitchen laboratory landscaping library loader logger logistic machine_learning maid maintenance
        manufacturing marketing masonry mathematics mechanic mediator milker miner moderator molder monk moulder nursing
        operations packer paver payroll pharma pharmaceutical pharmacy photography physic picker plastering plumbing
        police porter potter printing procurement production programming promoter psychology public_relations publisher
        purchasing quality_control quant ranger reception renderer reporter research retail rigger robotic roofing sale
        scaffolding security seller server sewing shepherd signaller singer skipper slater slinger social_media
        social_work sourcer stocker tailor teaching tech_support technical_support telecommunication teller temp tester
        thesis tourism trader trainer treasury trucking turner tutor tutoring underwriting usher valet vet veterinary
        volunteer volunteering warehouse warehousing weaver welding writer
    """),
    "de": _names("""
        bau bildung handwerk recht software
        administration akupunktur am_empfang an_der_kasse apotheke arbeitsschutz arbeitssicherheit architektur assistent
        assistenz auftragsabwicklung auftragsbearbeitung backend backerei bedienung bergbau beschaffung
        betriebswirtschaft bibliothek biologie buchhaltung buchhandlung bundespolizei bundeswehr chemie coach compliance
        controlling cybersecurity datenanalyse datenerfassung design drucker edv einkauf einzelhandel elektrotechnik
        empfang energietechnik engineering fahrzeugtechnik fertigung feuerwehr finance finanze finanzwesen flugsicherung
        forschung fotografie freiwillige frontend fullstack gastro gastronomie grosshandel haustechnik hausverwaltung
        hauswirtschaft helpdesk hirte hotellerie immobilie informatik innendienst instandhaltung journalismus
        kinderbetreuung koche konstruktion kosmetik kriminalpolizei kundenberatung kundenbetreuung kundendienst
        kundenservice kundensupport labor lager landwirtschaft lehramt lehre lektorat lernende logistik marketing
        maschinenbau mathematik mechatronik medientechnik metzgerei moderator notariat offentlichkeitsarbeit operations
        ordnungsamt payroll personalwesen pflege pharma pharmazie physik polizei produktion programmierung psychologie
        putze qualitatskontrolle qualitatssicherung rechnungswesen redaktion reinigung retail rettungsdienst rezeption
        robotik schauspiel schweisse security sekretariat selbststandige softwareentwicklung spedition springer stapler
        systemintegration telefonzentrale telekommunikation tiefbau tischlerei tourismus touristik treasury trockenbau
        unternehmenskommunikation verkauf vermessung vertrieb verwaltung volkswirtschaft vorstand warenannahme wascherei
        webentwicklung weinbau werbung wissenschaft zahntechnik zimmerei
    """),
    "fr": _names("""
        artisanat education juridique logiciel medical sante
        accueil achat acteur administration agriculture agroalimentaire animalier artiste audit backend banque batiment
        batteur bibliotheque biologie boucherie boulangerie btp carrosserie chaudronnerie chimie coiffure commercial
        communication compta comptabilite conciergerie conditionnement conseiller couture cybersecurite design
        dietetique echafaudage electricite enseignement ergotherapie esthetique evenementiel facteur finance fiscalite
        fonderie forestier frontend fullstack gardien generaliste glacier graduate graphisme helpdesk horlogerie
        hotelier hotellerie humanitaire immobilier informatique ingenierie interim interpretariat jardinage journalier
        journalisme juge kinesitherapie laboratoire librairie logistique maconnerie magasinage manoeuvre manutention
        marketing mathematique mecatronique menage menuiserie metallerie militaire monteur nettoyage orthodontie
        orthophonie patisserie petite_enfance pharmacie pharmacovigilance photographie physiotherapie pilote placeur
        planificateur platrerie plomberie plonge podologie policier production programmation psychologie publicitaire
        reconversion recouvrement ressources_humaines restauration retail robotique routier saisonnier sale scientifique
        secretariat serrurerie service_a_la_personne service_client soigneur soudage soudure support_client telecom
        telecommunication tourisme tresorerie urbanisme usinage usine vent viticulture
    """),
    "zh": _names("""
        医疗 工地 建筑 教育 软件
        主任 交互设计 人事 仓储 仓库 会务 会展 作曲 供应链 促销 信息技术 修车 值机 做账 健身 全栈 公共关系 公共卫生 公关
        公安 内勤 农业 切配 制片 前端 剪辑 包装 单证 口译 合规 同传 后勤 后台开发 后端 售前 园艺 地勤 城市规划 城管 外卖
        大夫 大数据 媒介 安保 安检 审计 客户服务 客服 室内设计 家政 家电维修 市场推广 市场调研 市场部 平面设计 建筑设计
        开车 快递 总机 房地产 批发 技术支持 投研 投行 护理 报关 推拿 插画 搬运 摄影 收银 教书 教务 数据分析 数据录入
        数据挖掘 文案 新媒体 旅游业 机务 机器学习 林业 校对 毕业论文 毕业设计 油漆 法务 洗碗 测试 烘焙 烹饪 焊接 物业
        物业管理 物流 理发 理发店 理货 理赔 生产管理 生产计划 生物信息 电商 电焊 监制 监理 看护 社会工作 票务 科研 笔译
        管家 管理层 精算 编曲 编程 缝纫 网络安全 美发 美容 美容院 美甲 翻译 老师 自媒体 营销 行政 西点 设计 财务
        财富管理 质量管理 质检 资产管理 跑腿 转行 运营 进厂 送货 配音 酒店服务 酒店管理 采编 金融 银行业 陪护 零售
        项目管理 风控 风险管理 餐饮 餐饮业 高管
    """),
}
"""Forms that are ordinary words too; they mean a profession only where the text shows it (see `profession_context`)."""

BLOCKING: dict[str, frozenset[str]] = {
    "en": _names("""
        assembly_hall cleaner_air cleaner_energy dentist_office dentist_s_office director_s_cut doctor_s_note
        doctor_s_office doctors_office driver_licence driver_license driver_s_licence driver_s_license driver_update
        driver_updates driving_licence driving_license it_needed it_wanted it_work manager_s_special model_release
        new_joiner nursing_home nursing_room pilot_phase pilot_program pilot_programme pilot_project police_clearance
        press_release teller_machine temp_file trainer_shoes
    """),
    "de": _names("""
        freiwillige_angabe freiwillige_angaben
    """),
    "fr": _names("""
        code_de_la_route conseil_d_administration en_communication_avec erreur_serveur facteur_important
        mettre_en_communication mise_en_communication phase_pilote projet_pilote sage_decision securite_routiere
        serveur_distant serveur_est serveur_informatique serveur_ne serveur_web
    """),
    "zh": _names("""
        上班 上线 下班 不会 不管 专家 个人 中医院 中文 临时工资 主机 主管工作 之前 书店 人力工作 人工 人工客服 他人 以前
        会计入 会计划 会计算 会计较 供电 保护 倒班 值班 停车 充电 光电 全部 公司 其中 内部 写作 出纳入 分店 别人 制作
        前台电话 办理 加班 动作 医保 医护 协会 厂长期 参保 发电 另外 合作 员工 和尚未 商店 国外 国家 土木 在线
        在线客服电话 处理 外部 夜班 学会 学校 宗教 客人 客服电话 家人 家电 小工作 小工厂 小时工资 尽管 工会 工作 工厂
        建设 开会 开设 引导 户外 手工 手机 打工人 执行 批发价 报社 担保 招聘的老师 招聘老师 指导 操作 支出 旅客 旅行社
        时机 晚班 本人 机会 机电工程 杂志社 校长期 欧美 此外 污水 汽车 法律 海外 火车 热水 爱护 环保 现行 白班 监管 目前
        相机 短期工资 确保 社会 社保 科技 维护 网店 翻译成 老师傅 耳机 职工 联系客服 聚会 自行 英文 规模 计算机 论文
        设计得 设计感 语文 路线 转客服 轮班 进行 酒店 银行 院校 随机 顾客 领导 飞机 饭店 高校
    """),
}
"""Ordinary words and phrases (parted by _) that hold a form, or the beginning of one, and mean no profession."""

TITLES: dict[str, frozenset[str]] = {
    "en": _names("miss mr mrs ms"),
    "de": _names("frau herr herrn"),
    "fr": _names("madame mlle mme monsieur"),
}
"""Words before a surname, which may be the name of a profession ("Frau Koch")."""

NEVER_CORRECTED: dict[str, frozenset[str]] = {
    "en": _names("backed corner defective diving fiance framing manger processor solider wielding"),
    "de": _names("frischer keller prozessor schlechter schreiber teildienst"),
    "fr": _names("commencant francaise manger moteur"),
}
"""Words of the language that are one slip from a form and no misspelling of it."""

OTHER_WORDS: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (("ie", "e"),),
    "fr": (("er", "eur"), ("er", "ier"), ("ir", "ier"), ("ent", "ant"), ("ie", "e"), ("ie", "ue")),
}
"""Endings that make a word another word, not a misspelt one: `monter` is no `monteur`, `Geologie` no `Geologe`."""
