ALTER TABLE `listings` ADD `has_photo` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE listings SET has_photo = 1 WHERE id IN (SELECT listing_id FROM listing_photos);
--> statement-breakpoint
CREATE INDEX `listings_facts` ON `listings` (`seq`,`kind`,`availability`,`type`,`condition`,`search_brand`,`body_style`,`present_price_rupees`,`year`,`kilometres_driven`,`owner_number`,`engine_capacity`,`mileage`,`place`,`has_photo`,json_array(seq, created_at, name, brand, is_behind, body_style, type, condition, present_price_rupees, year, kilometres_driven, place, owner_number, has_photo));
