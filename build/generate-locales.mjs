// The locales offered first when a language is added, in the spelling of content management systems (with a country where
// customary, the three-letter code where that one is in use). Every other language that CLDR can name in its own language follows
// with its bare code.

export const LOCALES = `
  af ak am ar ar_AE ar_DZ ar_EG ar_IQ ar_JO ar_KW ar_LB ar_LY ar_MA ar_QA ar_SA ar_SY ar_TN arg ary as ast az
  bal bel bg_BG bho bn_BD bn_IN bo bre brx bs_BA
  ca ca_valencia ceb ckb cor cos cs_CZ cy
  da_DK de_AT de_BE de_CH de_CH_informal de_DE de_DE_formal de_LI de_LU dsb dv dzo
  el el_CY en_AU en_CA en_GB en_HK en_IE en_IN en_KE en_MT en_NG en_NZ en_PH en_SG en_US en_ZA eo
  es_AR es_BO es_CL es_CO es_CR es_CU es_DO es_EC es_ES es_GT es_HN es_MX es_NI es_PA es_PE es_PR es_PY es_SV es_US
  es_UY es_VE et eu ewe
  fa_AF fa_IR fi fo fr_BE fr_CA fr_CD fr_CH fr_CI fr_CM fr_DZ fr_FR fr_LU fr_MA fr_ML fr_SN fr_TN frp fuc fur fy
  ga gd gl_ES gsw gu
  hat hau haw_US he_IL hi_IN hr hsb hu_HU hy
  ibo id_ID ido is_IS it_CH it_IT
  ja jv_ID
  ka_GE kaa kab kal kin kir kk km kmr kn ko_KR
  la lb_LU li lij lin lmo lo lt_LT lug lv
  mai mfe mg_MG mk_MK ml_IN mn mr mri ms_MY ms_SG mt my_MM
  nb_NO ne_NP nl_BE nl_NL nl_NL_formal nn_NO nqo
  oci ory os
  pa_IN pa_PK pap_AW pap_CW pcd pcm pl_PL ps pt_AO pt_BR pt_MZ pt_PT pt_PT_ao90
  rhg ro_MD ro_RO roh ru_RU rue
  sa_IN sah scn si_LK sk_SK sl_SI sna snd so_SO sq sr_ME sr_RS srd ssw su_ID sv_FI sv_SE sw syr szl
  ta_IN ta_LK ta_SG tah te tg th tir tl tr_CY tr_TR tt_RU tuk tzm
  ug_CN uk ur ur_IN uz_UZ
  vec vi
  wa wol
  xho xmf
  yi yor
  zgh zh_CN zh_HK zh_MO zh_SG zh_TW zul
`
  .trim()
  .split(/\s+/);

/** Names of the forms of address denoted by variants, which CLDR lacks. */
export const VARIANT_NAMES = {
  de_CH_informal: ['Schweiz, Du', 'Switzerland, informal'],
  de_DE_formal: ['Deutschland, Sie', 'Germany, formal'],
  nl_NL_formal: ['Nederland, formeel', 'Netherlands, formal'],
  pt_PT_ao90: ['Portugal, AO90', 'Portugal, AO90'],
};
