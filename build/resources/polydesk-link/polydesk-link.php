<?php
/**
 * Plugin Name: Polydesk Link
 * Description: Lets Polydesk read and write languages, translations and translated strings of this site over the REST API. Needs Polylang.
 * Version: 1.2.0
 * Requires at least: 6.4
 * Requires PHP: 7.4
 * Requires Plugins: polylang
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 *
 * Adds three routes and one field, none of them accessible to visitors. Makes no outbound requests.
 *   GET  polydesk-link/v1/index               status, date, language and group of every item
 *   POST polydesk-link/v1/items/{kind}/{id}   {"lang": "fr", "translations": {"fr": 12, "en": 7}}
 *   GET  polydesk-link/v1/strings             registered strings with their translations, for administrators
 *   POST polydesk-link/v1/strings             {"changes": [{"lang": "fr", "source": "A", "before": "", "text": "B"}]}
 *   field polydesk_uuid of posts and terms    Polydesk's own mark, in context=edit only
 */

defined( 'ABSPATH' ) || exit;

/** Meta key of the mark; the same as in Polydesk's own export. */
const POLYDESK_LINK_MARK = '_polydesk_uuid';

add_action( 'rest_api_init', 'polydesk_link_register', 30 );

function polydesk_link_register() {
	if ( ! function_exists( 'pll_languages_list' ) ) {
		return;
	}
	register_rest_route( 'polydesk-link/v1', '/index', array(
		'methods'             => 'GET',
		'callback'            => 'polydesk_link_index',
		'permission_callback' => function () {
			return current_user_can( 'edit_posts' );
		},
	) );
	register_rest_route( 'polydesk-link/v1', '/items/(?P<kind>post|term)/(?P<id>\d+)', array(
		'methods'             => 'POST',
		'callback'            => 'polydesk_link_write',
		'permission_callback' => 'polydesk_link_may_write',
		'args'                => array(
			'lang'         => array( 'type' => 'string' ),
			'translations' => array( 'type' => 'object', 'additionalProperties' => array( 'type' => 'integer', 'minimum' => 1 ) ),
		),
	) );
	if ( class_exists( 'PLL_MO' ) && class_exists( 'PLL_Admin_Strings' ) && function_exists( 'PLL' ) ) {
		polydesk_link_register_strings();
	}
	$mark = array(
		'schema'          => array( 'description' => 'Mark of Polydesk.', 'type' => 'string', 'format' => 'uuid', 'context' => array( 'edit' ) ),
		'get_callback'    => function ( $item, $name, $request, $type ) {
			return (string) ( polydesk_link_is_term( $type ) ? get_term_meta( $item['id'], POLYDESK_LINK_MARK, true ) : get_post_meta( $item['id'], POLYDESK_LINK_MARK, true ) );
		},
		'update_callback' => function ( $value, $item ) {
			// WordPress has already checked that the user may edit the item.
			return $item instanceof WP_Term ? (bool) update_term_meta( $item->term_id, POLYDESK_LINK_MARK, $value ) : (bool) update_post_meta( $item->ID, POLYDESK_LINK_MARK, $value );
		},
	);
	foreach ( get_post_types( array( 'show_in_rest' => true ) ) as $type ) {
		register_rest_field( $type, 'polydesk_uuid', $mark );
	}
	foreach ( get_taxonomies( array( 'show_in_rest' => true ) ) as $taxonomy ) {
		register_rest_field( 'post_tag' === $taxonomy ? 'tag' : $taxonomy, 'polydesk_uuid', $mark );
	}
}

function polydesk_link_is_term( $type ) {
	return 'tag' === $type || taxonomy_exists( $type );
}

/** Translated post types and taxonomies that are exposed by the REST API. */
function polydesk_link_types( $kind ) {
	$all = 'post' === $kind ? get_post_types( array( 'show_in_rest' => true ) ) : get_taxonomies( array( 'show_in_rest' => true ) );
	return array_values( array_filter( $all, 'post' === $kind ? 'pll_is_translated_post_type' : 'pll_is_translated_taxonomy' ) );
}

/** The other post types that are exposed by the REST API. */
function polydesk_link_other_types() {
	return array_values( array_diff( get_post_types( array( 'show_in_rest' => true ) ), polydesk_link_types( 'post' ) ) );
}

/**
 * Every item of a translated type, as lists of [id, type, status, modified, language, group, mark], group 0: no translations; and
 * the posts of other types as lists of [id, type, status, modified, mark], apart from them since version 1.2.
 */
function polydesk_link_index() {
	$languages = array();
	foreach ( array( 'language' => 'post', 'term_language' => 'term' ) as $taxonomy => $kind ) {
		foreach ( (array) get_terms( array( 'taxonomy' => $taxonomy, 'hide_empty' => false ) ) as $term ) {
			if ( $term instanceof WP_Term ) {
				$languages[ (int) $term->term_taxonomy_id ] = preg_replace( '/^pll_/', '', $term->slug );
			}
		}
	}
	return rest_ensure_response( array(
		'now'    => gmdate( 'Y-m-d\TH:i:s' ),
		'posts'  => polydesk_link_rows( 'post', polydesk_link_types( 'post' ), $languages ),
		'terms'  => polydesk_link_rows( 'term', polydesk_link_types( 'term' ), $languages ),
		'others' => polydesk_link_others(),
	) );
}

function polydesk_link_others() {
	return array_map(
		function ( $row ) {
			return array( $row[0], $row[1], $row[2], $row[3], $row[6] );
		},
		polydesk_link_rows( 'post', polydesk_link_other_types(), array() )
	);
}

function polydesk_link_rows( $kind, $types, $languages ) {
	global $wpdb;
	if ( ! $types ) {
		return array();
	}
	$marks = implode( ',', array_fill( 0, count( $types ), '%s' ) );
	if ( 'post' === $kind ) {
		$sql = "SELECT p.ID AS id, p.post_type AS type, p.post_status AS status, p.post_modified_gmt AS modified, p.post_author AS author, m.meta_value AS mark,
			GROUP_CONCAT(CONCAT(tt.taxonomy, ':', tt.term_taxonomy_id)) AS terms
			FROM {$wpdb->posts} p
			LEFT JOIN {$wpdb->term_relationships} r ON r.object_id = p.ID
			LEFT JOIN {$wpdb->term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id AND tt.taxonomy IN ('language', 'post_translations')
			LEFT JOIN {$wpdb->postmeta} m ON m.post_id = p.ID AND m.meta_key = %s
			WHERE p.post_type IN ($marks) AND p.post_status <> 'auto-draft' GROUP BY p.ID ORDER BY p.ID";
	} else {
		$sql = "SELECT t.term_id AS id, own.taxonomy AS type, '' AS status, '' AS modified, 0 AS author, m.meta_value AS mark,
			GROUP_CONCAT(CONCAT(tt.taxonomy, ':', tt.term_taxonomy_id)) AS terms
			FROM {$wpdb->terms} t
			JOIN {$wpdb->term_taxonomy} own ON own.term_id = t.term_id
			LEFT JOIN {$wpdb->term_relationships} r ON r.object_id = t.term_id
			LEFT JOIN {$wpdb->term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id AND tt.taxonomy IN ('term_language', 'term_translations')
			LEFT JOIN {$wpdb->termmeta} m ON m.term_id = t.term_id AND m.meta_key = %s
			WHERE own.taxonomy IN ($marks) GROUP BY t.term_id, own.taxonomy ORDER BY t.term_id";
	}
	$rows = $wpdb->get_results( $wpdb->prepare( $sql, array_merge( array( POLYDESK_LINK_MARK ), $types ) ) ); // phpcs:ignore WordPress.DB -- the names of the tables are WordPress's own.
	$found = array();
	foreach ( $rows as $row ) {
		// Items the user may not open are omitted, as in the REST API.
		if ( 'post' === $kind && ! polydesk_link_may_see( $row ) ) {
			continue;
		}
		list( $language, $group ) = polydesk_link_place( (string) $row->terms, $languages );
		$found[] = array( (int) $row->id, $row->type, $row->status, str_replace( ' ', 'T', $row->modified ), $language, $group, (string) $row->mark );
	}
	return $found;
}

function polydesk_link_may_see( $row ) {
	$type = get_post_type_object( $row->type );
	return $type && ( current_user_can( $type->cap->edit_others_posts ) || (int) $row->author === get_current_user_id() );
}

/** The language and the group of an item, from its terms. */
function polydesk_link_place( $terms, $languages ) {
	$place = array( '', 0 );
	foreach ( array_filter( explode( ',', $terms ) ) as $one ) {
		list( $taxonomy, $id ) = explode( ':', $one );
		if ( isset( $languages[ (int) $id ] ) ) {
			$place[0] = $languages[ (int) $id ];
		} elseif ( 'post_translations' === $taxonomy || 'term_translations' === $taxonomy ) {
			$place[1] = (int) $id;
		}
	}
	return $place;
}

/**
 * Permission: the user must be able to edit the item itself, every item to be linked to it, and everything these are linked to now,
 * since a write may take them out of that group. Reading the place of an item (an empty write) needs the item only.
 */
function polydesk_link_may_write( $request ) {
	$kind  = $request['kind'];
	$right = "edit_$kind";
	$ids   = array_merge( array( $request['id'] ), array_values( (array) $request['translations'] ) );
	if ( isset( $request['lang'] ) || isset( $request['translations'] ) ) {
		foreach ( $ids as $id ) {
			$ids = array_merge( $ids, array_values( call_user_func( "pll_get_{$kind}_translations", (int) $id ) ) );
		}
	}
	foreach ( array_unique( array_map( 'intval', $ids ) ) as $id ) {
		if ( ! current_user_can( $right, $id ) ) {
			return false;
		}
	}
	return true;
}

function polydesk_link_write( $request ) {
	$kind = $request['kind'];
	$id   = (int) $request['id'];
	$get  = "pll_get_{$kind}_language";
	$type = polydesk_link_type_of( $kind, $id );
	if ( ! in_array( $type, polydesk_link_types( $kind ), true ) ) {
		return new WP_Error( 'polydesk_link_type', 'Items of this type have no language.', array( 'status' => 400 ) );
	}
	$codes = pll_languages_list( array( 'fields' => 'slug', 'hide_empty' => false ) );
	$own   = isset( $request['lang'] ) ? $request['lang'] : (string) $get( $id );
	$group = isset( $request['translations'] ) ? array_map( 'intval', (array) $request['translations'] ) : null;
	// Everything is checked before anything is changed.
	if ( ! in_array( $own, $codes, true ) ) {
		return new WP_Error( 'polydesk_link_language', 'The site has no language of this code.', array( 'status' => 400 ) );
	}
	foreach ( (array) $group as $code => $other ) {
		$fits = $other === $id ? $code === $own : $get( $other ) === $code && polydesk_link_type_of( $kind, $other ) === $type;
		if ( ! in_array( $code, $codes, true ) || ! $fits ) {
			return new WP_Error( 'polydesk_link_translations', 'An item of a group has another language or type.', array( 'status' => 400 ) );
		}
	}
	if ( $own !== $get( $id ) ) {
		call_user_func( "pll_set_{$kind}_language", $id, $own );
	}
	if ( null !== $group ) {
		call_user_func( "pll_save_{$kind}_translations", array_merge( $group, array( $own => $id ) ) );
	}
	return rest_ensure_response( array(
		'id'           => $id,
		'lang'         => (string) $get( $id ),
		'translations' => (object) call_user_func( "pll_get_{$kind}_translations", $id ),
	) );
}

function polydesk_link_type_of( $kind, $id ) {
	if ( 'post' === $kind ) {
		return (string) get_post_type( $id );
	}
	$term = get_term( $id );
	return $term instanceof WP_Term ? $term->taxonomy : '';
}

/** Strings: site title, tagline, formats of dates, widgets, and what themes and plugins register. */
function polydesk_link_register_strings() {
	$may = function () {
		return current_user_can( 'manage_options' );
	};
	$text = array( 'type' => 'string', 'required' => true );
	register_rest_route( 'polydesk-link/v1', '/strings', array(
		array(
			'methods'             => 'GET',
			'callback'            => 'polydesk_link_strings',
			'permission_callback' => $may,
		),
		array(
			'methods'             => 'POST',
			'callback'            => 'polydesk_link_write_strings',
			'permission_callback' => $may,
			'args'                => array(
				'changes' => array(
					'type'     => 'array',
					'required' => true,
					'items'    => array( 'type' => 'object', 'properties' => array( 'lang' => $text, 'source' => $text, 'before' => $text, 'text' => $text ) ),
				),
			),
		),
	) );
}

/** Sources of the registered strings, with name and group. */
function polydesk_link_sources() {
	$found = array();
	foreach ( PLL_Admin_Strings::get_strings() as $string ) {
		if ( isset( $string['string'] ) && is_string( $string['string'] ) && '' !== $string['string'] && ! isset( $found[ $string['string'] ] ) ) {
			$found[ $string['string'] ] = array( (string) $string['name'], (string) $string['context'] );
		}
	}
	return $found;
}

/** Translations of a language by source; what is not translated, or only repeats its source, is left out. */
function polydesk_link_translations( $language ) {
	$mo = new PLL_MO();
	$mo->import_from_db( $language );
	$found = array();
	foreach ( $mo->entries as $entry ) {
		$text = isset( $entry->translations[0] ) ? (string) $entry->translations[0] : '';
		if ( '' !== $text && $text !== $entry->singular ) {
			$found[ (string) $entry->singular ] = $text;
		}
	}
	return array( $mo, $found );
}

function polydesk_link_strings() {
	$known = array();
	foreach ( pll_languages_list( array( 'fields' => 'slug', 'hide_empty' => false ) ) as $code ) {
		list( , $known[ $code ] ) = polydesk_link_translations( PLL()->model->get_language( $code ) );
	}
	$strings = array();
	foreach ( polydesk_link_sources() as $source => $about ) {
		$texts = array();
		foreach ( $known as $code => $all ) {
			$texts[ $code ] = isset( $all[ $source ] ) ? $all[ $source ] : '';
		}
		$strings[] = array( 'source' => (string) $source, 'name' => $about[0], 'group' => $about[1], 'translations' => (object) $texts );
	}
	return rest_ensure_response( array( 'strings' => $strings ) );
}

/** Everything is checked before anything is changed: a text that is not what the caller last saw is left alone, and so is the rest. */
function polydesk_link_write_strings( $request ) {
	$sources = polydesk_link_sources();
	$open    = array();
	foreach ( $request['changes'] as $change ) {
		$code     = $change['lang'];
		$language = PLL()->model->get_language( $code );
		if ( ! $language || $language->slug !== $code || ! isset( $sources[ $change['source'] ] ) ) {
			return new WP_Error( 'polydesk_link_string', 'The site has no such language or string.', array( 'status' => 400 ) );
		}
		if ( ! isset( $open[ $code ] ) ) {
			$open[ $code ] = array_merge( polydesk_link_translations( $language ), array( $language ) );
		}
		$now = isset( $open[ $code ][1][ $change['source'] ] ) ? $open[ $code ][1][ $change['source'] ] : '';
		if ( $now !== $change['before'] ) {
			return new WP_Error( 'polydesk_link_changed', 'A translation was changed meanwhile.', array( 'status' => 412 ) );
		}
	}
	// As for posts: not every administrator of a network may write any markup.
	$is_free = current_user_can( 'unfiltered_html' );
	foreach ( $request['changes'] as $change ) {
		$mo   = $open[ $change['lang'] ][0];
		$text = $is_free ? $change['text'] : wp_kses_post( $change['text'] );
		$mo->add_entry( $mo->make_entry( $change['source'], $text ) );
	}
	foreach ( $open as $one ) {
		$one[0]->export_to_db( $one[2] );
	}
	return polydesk_link_strings();
}
